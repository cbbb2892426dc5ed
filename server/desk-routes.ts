import type { Config } from './config/config.ts'
import { knownDevices } from './features/admin/known-devices.ts'
import { passwordCheck } from './features/admin/password-check.ts'
import type { PasswordPlace } from './features/admin/prepare-password.ts'
import {
  adminRoutes,
  historyRoutes,
  noticeRoutes,
  requirePasswordAgain,
} from './features/admin/routes.ts'
import type { AdminSessions } from './features/admin/sessions.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { bookRoutes } from './features/books/routes.ts'
import { mailRoutes } from './features/mail/routes.ts'
import { countMissed } from './features/newsletter/plan-letter.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import type { DeskGate } from './features/people/gates.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { todayRoutes } from './features/today/routes.ts'
import { watchForwarded } from './http/address-key.ts'
import type { CookieJar } from './http/cookies.ts'
import type { App } from './http/serve.ts'
import type { Shop } from './shop.ts'
import type { Writing } from './watch/database-outage.ts'
import { freeBytes, scarceMegabytes } from './watch/readiness.ts'
import { readFaults, readOverdue } from './watch/trouble-queries.ts'

type DeskParts = {
  shop: Shop
  config: Config
  password: PasswordPlace
  writing: () => Promise<Writing>
}

export type Visitors = { cookies: CookieJar; sessions: AdminSessions }

export function deskRoutes(
  app: App,
  parts: DeskParts,
  { cookies, sessions, sourceOf }: Visitors & Pick<DeskGate, 'sourceOf'>,
): void {
  const { shop, config, password, writing } = parts
  const { publicUrl, passwordCost: cost } = config
  const isForwarded = watchForwarded(app, config.trustProxy)
  const devices = knownDevices(shop.db, cookies, shop.now)
  const check = passwordCheck(shop, config.limits)
  const gate = { sessions, devices, check, password, cost, publicUrl }
  const requirePassword = requirePasswordAgain(shop, gate)
  adminRoutes(app, shop, gate)
  passkeyRoutes(app, shop, { ...gate, cookies, limits: config.limits, requirePassword, sourceOf })
  noticeRoutes(app, shop, {
    password,
    isForwarded,
    scarceMegabytes: () => scarceMegabytes(() => freeBytes(config.dataDir)),
    readFaults: async () => readFaults(shop, await writing()),
    readOverdue: () => readOverdue(shop, shop.now()),
    countMissedLetters: () => countMissed(shop.db, shop.now()),
  })
  historyRoutes(app, shop)
  analyticsRoutes(app, shop)
  bookRoutes(app, shop)
  backupRoutes(app, shop, { place: config, requirePassword })
  setupRoutes(app, shop, { place: config, requirePassword })
  mailRoutes(app, shop)
  todayRoutes(app, shop)
}
