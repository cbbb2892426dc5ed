import { chat } from '#contract/chat/chat.ts'
import { addressOf } from '#server/http/address-key.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { answerMessage } from './answer-message.ts'
import { answerQuestion, listQuestions, removeQuestion, removeQuestions } from './questions.ts'

/** Per minute, for an address, which a market crowd may share, and for a chat. */
const MAX_OF_ADDRESS = 300
const MAX_OF_CHAT = 20

const MAX_SHOWN = 300

export function chatRoutes(app: App, shop: Shop, { limits }: { limits: boolean }): void {
  const aMinute = {
    within: 60_000,
    message: 'That was a lot of questions. Please wait a minute and ask again.',
  }
  const countAddress = rateLimit(shop.now, { ...aMinute, most: MAX_OF_ADDRESS })
  const countChat = rateLimit(shop.now, { ...aMinute, most: MAX_OF_CHAT }, ({ body }) => [
    chat.message.body.parse(body).sessionId,
  ])
  serve(app, chat.message, async ({ body }, { request }) => {
    if (limits) for (const count of [countAddress, countChat]) count(request)
    const requested = {
      text: body.message,
      sessionId: body.sessionId,
      address: limits ? addressOf(request) : null,
    }
    return { message: await answerMessage(shop, requested, shop.now()) }
  })
  serve(app, chat.questions, () => listQuestions(shop.db, MAX_SHOWN))
  serve(app, chat.reply, ({ params, body }) => answerQuestion(shop, params.id, body))
  serve(app, chat.removeQuestions, async ({ body }) => ({
    removed: await removeQuestions(shop.db, body.ids, shop.now()),
  }))
  serve(app, chat.removeQuestion, ({ params }) => removeQuestion(shop.db, params.id, shop.now()))
}
