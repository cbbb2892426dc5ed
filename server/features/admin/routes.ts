import type { FastifyRequest } from 'fastify'
import { admin } from '#contract/admin.ts'
import { history } from '#contract/history.ts'
import { recentTries, secondsUntil } from '#server/db/recent-tries.ts'
import { recall } from '#server/db/shop-memory.ts'
import { snapshot } from '#server/db/write.ts'
import { Refusal } from '#server/http/errors.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changePassword } from './change-password.ts'
import { listHistory } from './list-history.ts'
import { readWarnings } from './notice-queries.ts'
import { isPassword } from './passwords.ts'
import type { PasswordPlace } from './prepare-password.ts'
import type { AdminSessions } from './sessions.ts'

/** Tries of one address in a quarter of an hour; the right password counts as well. */
const MOST_TRIES = 10
const QUARTER_HOUR = 15 * 60_000

const FIXED_PASSWORD = 'The password is set by ADMIN_PASSWORD. Change it there and start the shop again.'

type Desk = { sessions: AdminSessions; password: PasswordPlace; limits: boolean }

/** The gate of the desk. */
export function adminRoutes(app: App, shop: Shop, desk: Desk): void {
  const allowTry = tryCounter(shop, desk)
  const isFixed = desk.password === 'environment_password_hash'
  serve(app, admin.login, async ({ body }, { request, reply }) => {
    await allowTry(request)
    if (!(await isPassword(body.password, (await recall(shop.db, desk.password)) ?? '')))
      throw new Refusal('wrong-password', 'Incorrect password', { field: 'password' })
    return desk.sessions.open(reply)
  })
  serve(app, admin.password, async () => ({ isFixed }))
  serve(app, admin.changePassword, async ({ body }, { request }) => {
    if (isFixed) throw new Refusal('password-fixed', FIXED_PASSWORD)
    await allowTry(request)
    await changePassword(shop.db, { ...body, keptSession: desk.sessions.idHashOf(request) }, shop.now())
    return undefined
  })
  serve(app, admin.session, (_, { request }) => desk.sessions.require(request))
  serve(app, admin.logout, async (_, { request, reply }) => {
    await desk.sessions.close(request, reply)
    return undefined
  })
}

/** Counts a try at the password, at the gate or at its change. @throws Refusal 'too-often' */
function tryCounter({ db, now }: Shop, { limits }: Desk): (request: FastifyRequest) => Promise<void> {
  const tries = recentTries(db, { of: 'password', within: QUARTER_HOUR }, now)
  return async ({ ip }) => {
    if (!limits) return
    const at = now().getTime()
    const last = tries.times(ip, at).at(-MOST_TRIES)
    if (last === undefined) return tries.add(ip)
    const message = 'Too many tries. Please wait a few minutes and try again.'
    throw new Refusal('too-often', message, { retryAfter: secondsUntil(last + QUARTER_HOUR, at) })
  }
}

/** What was done to one thing of the shop. */
export function historyRoutes(app: App, shop: Shop): void {
  serve(app, history.list, ({ query }) => listHistory(shop.db, query))
}

/** Around the shop: whether an undeclared proxy was seen, and what is left on the disk where it is little. */
type Surroundings = { isForwarded: () => boolean; scarceMegabytes: () => Promise<number | null> }

/** What the desk must warn of. */
export function noticeRoutes(app: App, shop: Shop, { isForwarded, scarceMegabytes }: Surroundings): void {
  serve(app, admin.notices, async () => ({
    ...(await snapshot(shop.db, readWarnings)),
    mailConfigured: shop.mail !== null,
    forwardedWithoutTrust: isForwarded(),
    scarceMegabytes: await scarceMegabytes(),
  }))
}
