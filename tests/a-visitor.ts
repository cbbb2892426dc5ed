import { answerMessage } from '#server/features/chat/answer-message.ts'
import type { AShop } from './a-shop.ts'

/** A chat by its session id: 21 characters made of a name. */
export function chatOf(name: string): string {
  return name.padEnd(21, '_').slice(0, 21)
}

/** Asks the farm helper as a visitor does. */
export function ask(shop: AShop, text: string, chat = 'ada'): Promise<string> {
  return answerMessage(shop.shop, { text, sessionId: chatOf(chat), address: null }, shop.clock.now)
}
