import type { FastifyRequest } from 'fastify'
import { chat } from '#contract/chat.ts'
import { addressOf } from '#server/http/address-key.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { answerMessage } from './answer-message.ts'
import { answerQuestion } from './answer-question.ts'
import { listQuestionRows } from './question-queries.ts'
import { removeQuestion, removeQuestions } from './questions.ts'

/** In a minute, from one address, which a crowd at the market may share, and of one chat. */
const MAX_OF_ADDRESS = 300
const MAX_OF_CHAT = 20

const MAX_SHOWN = 300

/** Needs `@fastify/rate-limit` on the app. */
export function chatRoutes(app: App, shop: Shop, { limits }: { limits: boolean }): void {
  const aMinute = {
    timeWindow: '1 minute',
    message: 'That was a lot of questions. Please wait a minute and ask again.',
  }
  const countAddress = rateLimit(app, { ...aMinute, max: MAX_OF_ADDRESS })
  const keyOf = ({ body }: FastifyRequest) => `chat ${chat.message.body.parse(body).sessionId}`
  const countChat = rateLimit(app, { ...aMinute, max: MAX_OF_CHAT, keyOf })
  serve(app, chat.message, async ({ body }, { request }) => {
    if (limits) for (const count of [countAddress, countChat]) await count(request)
    const requested = {
      text: body.message,
      sessionId: body.sessionId,
      address: limits ? addressOf(request) : null,
    }
    return { message: await answerMessage(shop, requested, shop.now()) }
  })
  serve(app, chat.questions, () => listQuestionRows(shop.db, MAX_SHOWN))
  serve(app, chat.reply, ({ params, body }) => answerQuestion(shop, params.id, body.reply))
  serve(app, chat.removeQuestions, async ({ body }) => ({
    removed: await removeQuestions(shop.db, body.ids, shop.now()),
  }))
  serve(app, chat.removeQuestion, ({ params }) => removeQuestion(shop.db, params.id, shop.now()))
}
