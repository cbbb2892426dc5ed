import type { FastifyRequest } from 'fastify'
import { changeTimeZone } from '#server/features/calendar/change-time-zone.ts'
import { requireTaxCategories } from '#server/features/categories/categories.ts'
import { dateFarmUpdate, type SettingEffects } from '#server/features/settings/change-setting.ts'
import type { Config } from './config/config.ts'
import { EVENT_LAG } from './core/event-log.ts'
import { cacheByVersion } from './db/cache-by-version.ts'
import { type DataVersion, dataVersion } from './db/data-version.ts'
import { isDatabaseAway } from './db/database-errors.ts'
import { snapshot } from './db/write.ts'
import { knownDevices } from './features/admin/known-devices.ts'
import { passwordCheck } from './features/admin/password-check.ts'
import type { PasswordKey } from './features/admin/prepare-password.ts'
import { adminRoutes, historyRoutes, noticeRoutes } from './features/admin/routes.ts'
import { type AdminSessions, adminSessions } from './features/admin/sessions.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { bookRoutes } from './features/books/routes.ts'
import { calendarRoutes, deskCalendarRoutes } from './features/calendar/routes.ts'
import { answerMessage } from './features/chat/answer-message.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { checkoutLimits, NO_LIMITS } from './features/checkout/checkout-limits.ts'
import { checkoutRoutes } from './features/checkout/routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { feedRoutes } from './features/feeds/routes.ts'
import { hookRoutes } from './features/hooks/routes.ts'
import { mailRoutes } from './features/mail/routes.ts'
import { saleRoutes } from './features/market/routes.ts'
import { countMissed } from './features/newsletter/plan-letter.ts'
import { newsletterRoutes } from './features/newsletter/routes.ts'
import { noShowRoutes } from './features/no-shows/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { packingRoutes } from './features/packing/routes.ts'
import { ANYONE, listPageAddresses } from './features/pages/page-queries.ts'
import { contentPageRoutes } from './features/pages/routes.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import { deskGate } from './features/people/gates.ts'
import { linkedDevices } from './features/people/linked-devices.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { listProductPaths } from './features/products/product-queries.ts'
import { productRoutes } from './features/products/routes.ts'
import { recipeRoutes } from './features/recipes/routes.ts'
import { readSetting } from './features/settings/read-setting.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { type LastErrors, lastErrors } from './features/setup/compose-report.ts'
import { countDemoForMoney } from './features/setup/read-first-steps.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { stallGate } from './features/stall/grants.ts'
import { stallRoutes } from './features/stall/routes.ts'
import { stockRoutes } from './features/stock/routes.ts'
import { todayRoutes } from './features/today/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { tokenGate } from './features/tokens/token-gate.ts'
import { logoIcons } from './features/uploads/logo-icons.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { waitingListRoutes } from './features/waiting-list/routes.ts'
import { watchForwarded } from './http/address-key.ts'
import { type CookieJar, cookieJar } from './http/cookies.ts'
import { type App, healthRoutes, type Readiness } from './http/endpoints.ts'
import { openApp } from './http/open-app.ts'
import { serveOpenApi } from './http/openapi.ts'
import { refuseForeignPage } from './http/origin.ts'
import { createPageCache, type PageCache } from './http/page-cache.ts'
import { servePages } from './http/pages.ts'
import { rateLimit } from './http/rate-limit.ts'
import type { Pages } from './http/render-page.ts'
import { serveBuilt, serveSiteFiles } from './http/site-files.ts'
import { liveRoute } from './live/live-route.ts'
import { loadPageData } from './page-data.ts'
import type { Shop } from './shop.ts'
import { shopLive } from './shop-live.ts'
import { listedPages, pageRoutes } from './shop-pages.ts'
import { brokenPartRoute } from './watch/browser-reports.ts'
import type { Writing } from './watch/database-outage.ts'
import { type Watched, watchShop } from './watch/metrics.ts'
import type { Metrics } from './watch/prometheus.ts'
import { freeBytes, readiness, scarceMegabytes, watchPlaces } from './watch/readiness.ts'
import { readFaults, readOverdue } from './watch/trouble-queries.ts'

type AppParts = {
  shop: Shop
  config: Config
  password: PasswordKey
  pages: Pages
  watch: Watch
}

type Watch = {
  metrics: Metrics | null
  isStopping: () => boolean
  noteDatabaseAway: (error: unknown) => void
  writing: () => Promise<Writing>
  /** Picks up other processes' changes; null where there are none, as on SQLite. */
  catchUp: (() => Promise<void>) | null
} & Pick<Watched, 'lastRuns'>

/** Per address: secrets that open nothing, in pages or calls. */
const GUESSES = {
  most: 60,
  within: 60_000,
  message: 'Too many broken links. Please wait a minute.',
}

export async function createApp(parts: AppParts): Promise<App> {
  const { shop, config, pages, watch } = parts
  const { metrics } = watch
  const cookies = cookieJar(config.publicUrl)
  const sessions = adminSessions(shop.db, cookies, shop.now)
  const devices = linkedDevices(shop.db, cookies, shop.now)
  const atStall = stallGate(shop.db, cookies, shop.now)
  const errors = lastErrors()
  const app = await openApp({
    ...config,
    logHooks: { streamWrite: errors.note },
    requireAdmin: deskGate(shop.db, { sessions, devices }),
    requireStall: atStall.require,
    requireToken: tokenGate(shop, config.limits),
    isDatabaseAway,
    isStopping: watch.isStopping,
    countAnswer: metrics?.countAnswer,
    noteDatabaseAway: watch.noteDatabaseAway,
  })
  const version = dataVersion(shop.db, shop.now, config.databaseUrl ? EVENT_LAG : 0)
  const live = shopLive(shop, version)
  app.addHook('onClose', async () => {
    live.stop()
    version.stop()
  })

  await pages.dev?.attach(app)
  await liveRoute(app, {
    ...live,
    limits: config.limits,
    refuseForeign: (request) => refuseForeignPage(request, config.publicUrl),
    isAtDesk: async (request) => (await sessions.ofRequest(request)) !== null,
    answerChat: (message) => answerMessage(shop, message, shop.now()),
    report: (error) => shop.report('answer a live message', error),
  })
  serveOpenApi(app, config.publicUrl)
  healthRoutes(app, readinessOf(parts))
  if (pages.client) await serveBuilt(app, pages.client, builtFiles(parts))
  serveSiteFiles(app, {
    origin: config.linkOrigin,
    dataDir: config.dataDir,
    listPages: () => listedPages(shop.db),
    contactEmail: () => readSetting(shop.db, 'contact_email'),
    now: shop.now,
  })

  const countGuess = config.limits ? rateLimit(shop.now, GUESSES) : () => {}
  const doors = { cookies, sessions, version, countGuess }
  deskRoutes(app, parts, doors, errors)
  peopleRoutes(app, shop, { sessions, devices, origin: config.linkOrigin, limits: config.limits })
  stallRoutes(app, shop, { gate: atStall, limits: config.limits })
  await shopRoutes(app, parts, doors)
  const cache = serveShopPages(app, parts, doors)
  if (metrics)
    watchShop(metrics, {
      shop,
      openSockets: () => live.sockets.size,
      pageCache: cache.figures,
      freeBytes: () => freeBytes(config.dataDir),
      writing: watch.writing,
      lastRuns: watch.lastRuns,
    })
  return app
}

function readinessOf({ shop, config, watch }: AppParts): () => Promise<Readiness> {
  const probes = {
    isStopping: watch.isStopping,
    freeBytes: () => freeBytes(config.dataDir),
    ...watchPlaces(shop, config),
    writing: watch.writing,
  }
  return () =>
    readiness(shop, probes).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
      watch.noteDatabaseAway(error)
      return { missing: ['the database does not answer'], warnings: [] }
    })
}

function builtFiles({ shop, config }: AppParts) {
  const makeIcon = logoIcons(shop)
  return {
    dataDir: config.dataDir,
    workersOn: { shop: config.shopWorker, stall: config.stallWorker },
    farmName: () => readSetting(shop.db, 'farm_name'),
    farmIcon: async (file: string) => makeIcon(await readSetting(shop.db, 'farm_logo'), file),
  }
}

type Doors = {
  cookies: CookieJar
  sessions: AdminSessions
  version: DataVersion
  /** Called for every secret that opens nothing. @throws Refusal 'too-often' for many tries */
  countGuess: (request: FastifyRequest) => void
}

async function shopRoutes(
  app: App,
  { shop, config, watch }: AppParts,
  { cookies, sessions, version, countGuess }: Doors,
): Promise<void> {
  const changes = { count: version.exact, catchUp: watch.catchUp }
  const isAtDesk = sessions.isOpen
  productRoutes(app, shop, changes)
  feedRoutes(app, shop, { changes, limits: config.limits })
  settingRoutes(app, shop, { isAtDesk, whenChanged: SETTING_EFFECTS, changes })
  recipeRoutes(app, shop)
  contentPageRoutes(app, shop, { isAtDesk, changes })
  await checkoutRoutes(app, shop, {
    cookies,
    limits: config.limits ? checkoutLimits(shop) : NO_LIMITS,
    countGuess,
  })
  orderRoutes(app, shop, { limits: config.limits, countGuess })
  customerRoutes(app, shop)
  calendarRoutes(app, shop, version.exact)
  packingRoutes(app, shop)
  noShowRoutes(app, shop)
  stockRoutes(app, shop)
  saleRoutes(app, shop)
  deskCalendarRoutes(app, shop)
  chatRoutes(app, shop, config)
  brokenPartRoute(app, shop, config)
  await newsletterRoutes(app, shop, config)
  await waitingListRoutes(app, shop, config)
  await uploadRoutes(app, shop)
}

const SETTING_EFFECTS: SettingEffects = {
  time_zone: (tx, emit, { before: from, after: to, now: at }) =>
    changeTimeZone(tx, emit, { from, to, at }),
  business_address: async (_, emit) => emit({ kind: 'days' }),
  farm_update: (tx, _, { now }) => dateFarmUpdate(tx, now),
  tax_categories: (tx, _, { after }) => requireTaxCategories(tx, after),
}

/** Each page renders from one snapshot; the store's are cached until data changes. */
function serveShopPages(
  app: App,
  { shop, config, pages }: AppParts,
  { version, sessions, countGuess }: Doors,
): PageCache {
  const { db, now } = shop
  const render = (path: string, at: number, reader = ANYONE) =>
    snapshot(db, (tx) =>
      pages.renderPage(path, loadPageData(tx, { ...reader, now: now() }), {
        version: at,
        origin: config.publicUrl,
      }),
    )
  // While the pages are developed, each is rendered anew.
  let asked = 0
  const cache = createPageCache(pages.dev ? () => asked++ : version.current, render)
  const sources = {
    cache,
    renderPrivately: async (path: string, request: FastifyRequest) =>
      render(path, version.current(), { isAtDesk: await sessions.isOpen(request) }),
  }
  const addresses = cacheByVersion(version.current, () => listPageAddresses(db))
  const productPaths = cacheByVersion(version.current, () => listProductPaths(db))
  const isAtDesk = sessions.isOpen
  const routes = pageRoutes({ db, now, addresses, productPaths, isAtDesk, countGuess })
  servePages(app, routes, sources, {
    publicUrl: config.publicUrl,
    cards: () => shop.payments.name,
    cdn: config.cdn,
    dev: pages.dev !== undefined,
  })
  return cache
}

function deskRoutes(
  app: App,
  { shop, config, password, watch }: AppParts,
  { cookies, sessions }: Doors,
  errors: LastErrors,
): void {
  const { publicUrl, passwordCost: cost } = config
  const isForwarded = watchForwarded(app, config.trustProxy)
  const devices = knownDevices(shop.db, cookies, shop.now)
  const check = passwordCheck(shop, config.limits)
  const gate = { sessions, devices, check, password, cost, publicUrl }
  adminRoutes(app, shop, gate)
  passkeyRoutes(app, shop, { ...gate, cookies, limits: config.limits })
  noticeRoutes(app, shop, password, async () => ({
    faults: await readFaults(shop, await watch.writing()),
    overdue: await readOverdue(shop, shop.now()),
    missedLetters: await countMissed(shop.db, shop.now()),
    demoForMoney: await countDemoForMoney(shop),
    forwardedWithoutTrust: isForwarded(),
    scarceMegabytes: await scarceMegabytes(() => freeBytes(config.dataDir)),
  }))
  tokenRoutes(app, shop)
  historyRoutes(app, shop)
  analyticsRoutes(app, shop)
  bookRoutes(app, shop)
  backupRoutes(app, shop, config)
  setupRoutes(app, shop, config, errors)
  mailRoutes(app, shop)
  hookRoutes(app, shop)
  todayRoutes(app, shop)
}
