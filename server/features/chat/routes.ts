import type { FastifyRequest } from 'fastify'
import { chat } from '#contract/chat.ts'
import { Refusal } from '#server/http/errors.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { answerMessage } from './answer-message.ts'
import { answerQuestion } from './answer-question.ts'
import { listQuestionRows } from './question-queries.ts'
import { removeQuestion } from './remove-question.ts'

/** Messages in a minute: from one address, which a crowd at the market may share, and of one chat. */
const MOST_OF_ADDRESS = 300
const MOST_OF_CHAT = 20

/** So many questions are shown. */
const MOST_SHOWN = 300

/** Needs `@fastify/rate-limit` on the app. */
export function chatRoutes(app: App, shop: Shop, { limits }: { limits: boolean }): void {
  const ofAddress = app.createRateLimit({ max: MOST_OF_ADDRESS, timeWindow: '1 minute' })
  const ofChat = app.createRateLimit({
    max: MOST_OF_CHAT,
    timeWindow: '1 minute',
    keyGenerator: ({ body }: FastifyRequest) => `chat ${chat.message.body.parse(body).sessionId}`,
  })
  serve(app, chat.message, async ({ body }, { request }) => {
    if (limits) for (const count of [ofAddress, ofChat]) refuseMore(await count(request))
    return { message: await answerMessage(shop, { text: body.message, sessionId: body.sessionId }, shop.now()) }
  })
  serve(app, chat.questions, () => listQuestionRows(shop.db, MOST_SHOWN))
  serve(app, chat.reply, ({ params, body }) => answerQuestion(shop, params.id, body.reply))
  serve(app, chat.removeQuestion, async ({ params }) => {
    await removeQuestion(shop.db, params.id, shop.now())
    return undefined
  })
}

type Counted = Awaited<ReturnType<ReturnType<App['createRateLimit']>>>

function refuseMore(tries: Counted): void {
  if (tries.isAllowed || !tries.isExceeded) return
  throw new Refusal('too-often', 'That was a lot of questions. Please wait a minute and ask again.', {
    retryAfter: tries.ttlInSeconds,
  })
}
