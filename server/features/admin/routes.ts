import { admin, missedOrders, type Notices } from '#contract/people/admin.ts'
import { history } from '#contract/people/history.ts'
import { Refusal } from '#server/core/refusal.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, type Call, serve } from '#server/http/endpoints.ts'
import { visitOf } from '#server/http/gates.ts'
import type { Shop } from '#server/shop.ts'
import { changePassword } from './change-password.ts'
import { listAllHistory, listHistory } from './list-history.ts'
import { findNewerRelease } from './look-for-release.ts'
import { forgetMissedOrder } from './missed-orders.ts'
import { readWarnings } from './notice-queries.ts'
import { type PasswordKey, readPasswordWarning } from './prepare-password.ts'
import { endOtherSessions, endSession, listSessions } from './sessions.ts'
import { type SignInTools, signIn, trierOf } from './sign-in.ts'

const FIXED_PASSWORD =
  'The password is set by ADMIN_PASSWORD. Change it there and restart the shop, or take it out there to change it here.'

export function adminRoutes(app: App, shop: Shop, gate: SignInTools): void {
  const isFixed = gate.password === 'environment_password_hash'
  const { sessions } = gate
  // Clients waiting at sign-in would hold up shutdown.
  app.addHook('preClose', async () => gate.check.stop())
  serve(app, admin.login, ({ body }, call) => signIn(shop, gate, body, call))
  serve(app, admin.password, async () => ({ isFixed }))
  serve(app, admin.changePassword, async ({ body }, call) => {
    if (isFixed) throw new Refusal('password-fixed', FIXED_PASSWORD)
    await changePassword(shop, body, { ...gate, ...(await whoChanges(gate, call)) })
  })
  serve(app, admin.sessions, (_, { request }) => listSessions(shop, visitOf(request).source))
  serve(app, admin.endSession, ({ params }) => endSession(shop, params.id))
  serve(app, admin.endOtherSessions, async (_, { request }) =>
    endOtherSessions(shop, await sessions.ofRequest(request)),
  )
}

/** A signed-in caller's tries count for the device that signed in, even if its cookie was copied. */
async function whoChanges({ sessions, devices }: SignInTools, call: Call) {
  const session = await sessions.ofRequest(call.request)
  const by = await trierOf(devices, call)
  return { session, by: { ...by, device: session?.device_hash ?? by.device } }
}

export function historyRoutes(app: App, shop: Shop): void {
  serve(app, history.list, ({ query }) => listHistory(shop.db, query))
  serve(app, history.all, ({ query }) => listAllHistory(shop.db, query))
}

/** Of parts that this feature may not ask itself. */
type OtherNotices = Pick<Notices, 'faults' | 'overdue' | 'missedLetters' | 'demoForMoney'> &
  Pick<Notices, 'forwardedWithoutTrust' | 'scarceMegabytes'>

export function noticeRoutes(
  app: App,
  shop: Shop,
  password: PasswordKey,
  readOthers: () => Promise<OtherNotices>,
): void {
  serve(app, missedOrders.forget, ({ params }) => forgetMissedOrder(shop.db, params.id, shop.now()))
  serve(app, admin.notices, async () => ({
    ...(await snapshot(shop.db, (db) => readWarnings(db, shop.now()))),
    passwordWarning: await readPasswordWarning(shop.db, password),
    mailConfigured: shop.mail !== null,
    newerRelease: await findNewerRelease(shop.db),
    ...(await readOthers()),
  }))
}
