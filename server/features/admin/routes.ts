import { admin } from '#contract/admin.ts'
import { snapshot } from '#server/db/write.ts'
import { Refusal } from '#server/http/errors.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { readWarnings } from './notice-queries.ts'
import { isPassword } from './passwords.ts'
import type { AdminSessions } from './sessions.ts'

/** Tries of one address in a quarter of an hour; the right password counts as well. */
const MOST_TRIES = 10

type Desk = { sessions: AdminSessions; passwordHash: string; limits: boolean }

/** The gate of the desk. Needs `@fastify/rate-limit` on the app. */
export function adminRoutes(app: App, desk: Desk): void {
  const countTry = app.createRateLimit({ max: MOST_TRIES, timeWindow: '15 minutes' })
  serve(app, admin.login, async ({ body }, { request, reply }) => {
    const tries = desk.limits ? await countTry(request) : null
    if (tries && !tries.isAllowed && tries.isExceeded) {
      const message = 'Too many tries. Please wait a few minutes and try again.'
      throw new Refusal('too-often', message, { retryAfter: tries.ttlInSeconds })
    }
    if (!(await isPassword(body.password, desk.passwordHash)))
      throw new Refusal('wrong-password', 'Incorrect password', { field: 'password' })
    return desk.sessions.open(reply)
  })
  serve(app, admin.session, (_, { request }) => desk.sessions.require(request))
  serve(app, admin.logout, async (_, { request, reply }) => {
    await desk.sessions.close(request, reply)
    return undefined
  })
}

/** What the desk must warn of; `isForwarded` says whether an undeclared proxy was seen. */
export function noticeRoutes(app: App, shop: Shop, isForwarded: () => boolean): void {
  serve(app, admin.notices, async () => ({
    ...(await snapshot(shop.db, readWarnings)),
    mailConfigured: shop.mail !== null,
    forwardedWithoutTrust: isForwarded(),
  }))
}
