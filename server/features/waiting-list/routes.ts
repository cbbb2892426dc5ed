import { NOT_ME, NOTIFY_ME, waitPath } from '#contract/mail/waiting-link.ts'
import { waitingList } from '#contract/mail/waiting-list.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import { PRIVATE_HEADERS } from '#server/http/headers.ts'
import { serveMailedButtons } from '#server/http/mailed-buttons.ts'
import { strangersLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { confirmWait, joinList, leaveList, showWait } from './join-list.ts'
import { countWaiting } from './waiter-queries.ts'

/** The list itself limits mails per mailbox. */
const LIMIT = { most: 100, message: 'Too many requests from here. Please try again later.' }

const ANSWER = 'Check your email and press the button there; we’ll tell you when it’s back.'

export async function waitingListRoutes(app: App, shop: Shop, { limits }: { limits: boolean }) {
  const { countAddress, countShop } = strangersLimit(shop.now, LIMIT)
  serve(app, waitingList.join, async ({ body }, { request }) => {
    if (limits) for (const count of [countAddress, countShop]) count(request)
    await joinList(shop, body)
    return { message: ANSWER }
  })
  serve(app, waitingList.wait, ({ params }, { reply }) => {
    reply.headers(PRIVATE_HEADERS)
    return showWait(shop.db, params.secret, shop.now())
  })
  serve(app, waitingList.counts, () => countWaiting(shop.db))
  await serveMailedButtons(app, {
    [waitPath(':secret')]: async (secret, sent, reply) => {
      if (sent === NOTIFY_ME) await confirmWait(shop.db, secret, shop.now())
      if (sent === NOT_ME) await leaveList(shop.db, secret, shop.now())
      return reply.redirect(waitPath(secret), 303)
    },
  })
}
