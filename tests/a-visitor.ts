import { answerMessage } from '#server/features/chat/answer-message.ts'
import type { AShop } from './a-shop.ts'

/** Session ids have 21 characters. */
export function chatOf(name: string): string {
  return name.padEnd(21, '_').slice(0, 21)
}

export function ask(shop: AShop, text: string, chat = 'ada'): Promise<string> {
  return answerMessage(shop.shop, { text, sessionId: chatOf(chat), address: null }, shop.clock.now)
}
