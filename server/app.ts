import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { Config } from './config/config.ts'
import { NEWS_LAG } from './core/event-log.ts'
import { cacheByVersion } from './db/cache-by-version.ts'
import { dataVersion } from './db/data-version.ts'
import { isDatabaseAway } from './db/database-errors.ts'
import { snapshot } from './db/write.ts'
import { knownDevices } from './features/admin/known-devices.ts'
import { passwordCheck } from './features/admin/password-check.ts'
import type { PasswordPlace } from './features/admin/prepare-password.ts'
import { adminRoutes, historyRoutes, noticeRoutes } from './features/admin/routes.ts'
import { adminSessions } from './features/admin/sessions.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { backupRoutes } from './features/backups/routes.ts'
import { bookRoutes } from './features/books/routes.ts'
import { answerMessage } from './features/chat/answer-message.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { checkoutLimits, NO_LIMITS } from './features/checkout/checkout-limits.ts'
import { checkoutRoutes } from './features/checkout/routes.ts'
import { mailRoutes } from './features/mail/routes.ts'
import { newsletterRoutes } from './features/newsletter/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { ANYONE, listPageAddresses } from './features/pages/find-page.ts'
import { contentPageRoutes } from './features/pages/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { recipeRoutes } from './features/recipes/routes.ts'
import { readSetting } from './features/settings/read-setting.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { uploadRoutes } from './features/uploads/routes.ts'
import { watchForwarded } from './http/address-key.ts'
import { cookieJar } from './http/cookies.ts'
import { healthRoutes } from './http/health.ts'
import { openApp } from './http/open-app.ts'
import { serveOpenApi } from './http/openapi.ts'
import { refuseForeignPage } from './http/origin.ts'
import { createPageCache, uncached } from './http/page-cache.ts'
import { servePages } from './http/pages.ts'
import { rateLimit as limitRate } from './http/rate-limit.ts'
import type { Pages } from './http/render-page.ts'
import type { App } from './http/serve.ts'
import { serveBuilt, serveSiteFiles } from './http/site-files.ts'
import { liveRoute } from './live/live-route.ts'
import type { Shop } from './shop.ts'
import { shopLive } from './shop-live.ts'
import { answerQuestions, listedPages, pageRoutes } from './shop-pages.ts'
import type { Metrics } from './watch/metrics.ts'
import { freeBytes, readiness, scarceMegabytes, watchPlaces } from './watch/readiness.ts'
import { readOverdue } from './watch/trouble-queries.ts'
import { type Watched, watchShop } from './watch/watch-shop.ts'

export type AppParts = {
  shop: Shop
  config: Config
  password: PasswordPlace
  pages: Pages
  watch: Watch
}

export type Watch = {
  metrics: Metrics | null
  isStopping: () => boolean
  noteDatabaseAway: (error: unknown) => void
} & Pick<Watched, 'lastRuns'>

/** The shop as one HTTP app: the visible list of everything it answers. */
export async function createApp({ shop, config, password, pages, watch }: AppParts): Promise<App> {
  const cookies = cookieJar(config.publicUrl)
  const sessions = adminSessions(shop.db, cookies, shop.now)
  const requireAdmin = async (request: FastifyRequest) => void (await sessions.require(request))
  const { metrics } = watch
  const app = await openApp({
    ...config,
    requireAdmin,
    isDatabaseAway,
    isStopping: watch.isStopping,
    countAnswer: metrics?.countAnswer,
    noteDatabaseAway: watch.noteDatabaseAway,
  })
  const version = dataVersion(shop.db, shop.now, config.databaseUrl ? NEWS_LAG : 0)
  const live = shopLive(shop, version)
  app.addHook('onClose', async () => {
    live.stop()
    version.stop()
  })

  await pages.dev?.attach(app)
  await app.register(rateLimit, { global: false })
  await liveRoute(app, {
    ...live,
    limits: config.limits,
    refuseForeign: (request) => refuseForeignPage(request, config.publicUrl),
    isAtDesk: sessions.isOpen,
    answerChat: (message) => answerMessage(shop, message, shop.now()),
    report: (error) => shop.report('answer a live message', error),
  })
  serveOpenApi(app)
  const space = () => freeBytes(config.dataDir)
  const around = {
    isStopping: watch.isStopping,
    freeBytes: space,
    ...watchPlaces(shop, config),
    isEmbedded: config.databaseUrl === null,
  }
  const isReady = () =>
    readiness(shop, around).catch((error: unknown) => {
      if (!isDatabaseAway(error)) throw error
      watch.noteDatabaseAway(error)
      return { missing: ['the database does not answer'], warnings: [] }
    })
  healthRoutes(app, isReady)
  if (pages.client) await serveBuilt(app, pages.client)

  serveSiteFiles(app, {
    origin: config.linkOrigin,
    listPages: () => listedPages(shop.db),
    contactEmail: () => readSetting(shop.db, 'contact_email'),
    now: shop.now,
  })

  const isForwarded = watchForwarded(app, config.trustProxy)
  const devices = knownDevices(shop.db, cookies, shop.now)
  const check = passwordCheck(shop, config.limits)
  const { publicUrl, passwordCost: cost } = config
  adminRoutes(app, shop, { sessions, devices, check, password, cost, publicUrl })
  noticeRoutes(app, shop, {
    password,
    isForwarded,
    scarceMegabytes: () => scarceMegabytes(space),
    readOverdue: () => readOverdue(shop, shop.now()),
  })
  historyRoutes(app, shop)
  // Only one process at a time may open a SQLite shop, so it hears of every change.
  productRoutes(app, shop, config.databaseUrl ? null : version.exact)
  settingRoutes(app, shop, sessions.isOpen)
  recipeRoutes(app, shop)
  contentPageRoutes(app, shop, sessions.isOpen)
  await checkoutRoutes(app, shop, {
    cookies,
    limits: config.limits ? checkoutLimits(shop) : NO_LIMITS,
  })
  orderRoutes(app, shop)
  analyticsRoutes(app, shop)
  chatRoutes(app, shop, config)
  await newsletterRoutes(app, shop, config)
  await uploadRoutes(app, shop)
  bookRoutes(app, shop)
  backupRoutes(app, shop)
  mailRoutes(app, shop)

  const render = (path: string, at: number, reader = ANYONE) =>
    snapshot(shop.db, (db) =>
      pages.renderPage(path, answerQuestions(db, { ...reader, now: shop.now() }), {
        version: at,
        origin: config.publicUrl,
      }),
    )
  const renderForAnyone = (path: string, at: number) => render(path, at)
  const cache = pages.dev
    ? uncached(renderForAnyone)
    : createPageCache(version.current, renderForAnyone)
  const openSockets = () => live.sockets.size
  const { lastRuns } = watch
  if (metrics)
    watchShop(metrics, { shop, openSockets, pageCache: cache.figures, freeBytes: space, lastRuns })
  const sources = {
    cache,
    renderPrivately: async (path: string, request: FastifyRequest) =>
      render(path, version.current(), { isAtDesk: await sessions.isOpen(request) }),
  }
  const addresses = cacheByVersion(version.current, () => listPageAddresses(shop.db))
  const guesses = {
    max: 60,
    timeWindow: '1 minute',
    message: 'Too many broken links. Please wait a minute.',
  }
  const countGuess = config.limits ? limitRate(app, guesses) : async () => {}
  const secretPages = { db: shop.db, now: shop.now, countGuess }
  const routes = pageRoutes({ addresses, isAtDesk: sessions.isOpen }, secretPages)
  const surroundings = {
    publicUrl: config.publicUrl,
    cards: shop.payments.name,
    dev: pages.dev !== undefined,
  }
  servePages(app, routes, sources, surroundings)
  return app
}
