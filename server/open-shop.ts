import { randomUUID } from 'node:crypto'
import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import { doubtClock } from './core/clock-fault.ts'
import { followEventLog } from './core/event-log.ts'
import { setIfAbsent } from './core/key-value.ts'
import { isDatabaseAway } from './db/database-errors.ts'
import { type Database, openDatabase } from './db/open-database.ts'
import type { Db } from './db/write.ts'
import { fillDemoShop } from './demo/fill-demo-shop.ts'
import { listDemoSettings } from './demo/settings.ts'
import { preparePassword } from './features/admin/prepare-password.ts'
import { tryBackupFolder } from './features/backups/backup-folder.ts'
import { readPassphrase } from './features/backups/passphrase.ts'
import { endRestore, restoreAtStart } from './features/backups/restore-at-start.ts'
import { startBoundaryTimer } from './features/calendar/boundary-timer.ts'
import { fillDays } from './features/calendar/fill-days.ts'
import { startHooks } from './features/hooks/send-hooks.ts'
import { sendMails } from './features/mail/send-mails.ts'
import { openCards } from './features/setup/desk-cards.ts'
import { openMailer } from './features/setup/desk-mail.ts'
import { closeDataFolder } from './files/private-files.ts'
import { aboutRequest } from './http/answer-log.ts'
import type { App } from './http/endpoints.ts'
import { storeAssetsLater } from './http/older-assets.ts'
import type { Pages } from './http/render-page.ts'
import { lastRuns, startJobs } from './jobs.ts'
import { backupRunner } from './outside/backup-runner.ts'
import { booksRunner } from './outside/books-runner.ts'
import { openImageStore } from './outside/open-image-store.ts'
import { releaseReader } from './outside/release-feed.ts'
import { hookSender } from './outside/send-hook.ts'
import type { Shop } from './shop.ts'
import { databaseOutages, tryWriting } from './watch/database-outage.ts'
import { openMetrics } from './watch/prometheus.ts'
import { freeBytes, scarceMegabytes } from './watch/readiness.ts'

export type OpenShop = Awaited<ReturnType<typeof openShop>>

/** Fills the database with the demo on first start; doesn't listen yet. */
export async function openShop(config: Config, pages: Pages, now: () => Date = () => new Date()) {
  const restoreNotes = await restoreAtStart(config, now())
  const database = await openDatabase(config, now())
  try {
    database.notes.push(...restoreNotes, ...closeDataFolder(config.dataDir))
    await endRestore(database.db, config, now())
    return await openWith(database, config, pages, now)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openWith(database: Database, config: Config, pages: Pages, now: () => Date) {
  const { db } = database
  const background = backgroundWork()
  const { later, report } = background
  const stopping = new AbortController()
  const outside = { now, later, report, sendHook: hookSender({ stopped: stopping.signal }) }
  const { shop, password } = await assembleShop(db, config, outside)
  const others = config.databaseUrl ? await followEventLog(db, config.databaseUrl, report) : null
  const hooks = await startHooks(shop)
  const metrics = config.metricsPort === null ? null : await openMetrics()
  let isStopping = false
  /** `/readyz` then says that the shop is closing, while everything else goes on. */
  const announceStop = () => {
    isStopping = true
  }
  const noteDatabaseAway = (error: unknown) => {
    outages.away(error)
    metrics?.countDatabaseAway()
  }
  const watch = {
    metrics,
    isStopping: () => isStopping,
    noteDatabaseAway,
    catchUp: others?.look ?? null,
    writing: () => outages.look(),
    lastRuns: () => lastRuns(db),
  }
  const app = await createApp({ shop, config, password: password.storedAs, pages, watch })
  const outages = databaseOutages(app.log, async (isAway) => {
    const room = await scarceMegabytes(() => freeBytes(config.dataDir))
    await tryWriting(db, isAway || room !== null ? 'an order' : 'a mark')
  })
  await warnOwner(app, config, { database, password })
  background.onFailure((what, error) => {
    if (isDatabaseAway(error)) return noteDatabaseAway(error)
    app.log.error({ ...aboutRequest(), err: error, what }, 'failed')
    metrics?.countFailure(what)
  })
  const stops: (() => void)[] = []
  const work = () => {
    stops.push(startJobs(shop).stop, startBoundaryTimer(shop).stop)
    if (pages.client) stops.push(storeAssetsLater(pages.client, config.dataDir, later))
    void later('try the folder of backups', () => tryBackupFolder(shop))
  }
  const close = async () => {
    announceStop()
    for (const stop of stops) stop()
    hooks.stop()
    stopping.abort()
    shop.backups.stop()
    shop.books.stop()
    await app.close()
    shop.mail?.close()
    await background.done()
    await others?.stop()
    outages.stop()
    await database.close()
  }
  const pollEventLog = async () => others?.look()
  /** Only if just generated; nobody else knows it. */
  const madePassword = password.made
  return { app, shop, madePassword, metrics, work, pollEventLog, announceStop, close }
}

type PreparedPassword = Awaited<ReturnType<typeof preparePassword>>

async function assembleShop(
  db: Db,
  config: Config,
  background: Pick<Shop, 'now' | 'later' | 'report' | 'sendHook'>,
): Promise<{ shop: Shop; password: PreparedPassword }> {
  const { now } = background
  const id = await setIfAbsent(db, 'shop_id', randomUUID())
  await doubtClock(db, now())
  const pictures = await openImageStore(config, id)
  await fillDays({ db, now })
  if (config.demo) await fillDemoShop(db, pictures, now())
  const shop: Shop = {
    ...background,
    db,
    id,
    ...(await openCards(db, config, now)),
    dataDir: config.dataDir,
    pictures,
    backups: backupRunner(config, () => readPassphrase(config)),
    books: booksRunner(config),
    mail: openMailer(config),
    sendMails: () => void shop.later('send mails', () => sendMails(shop)),
    linkOrigin: config.linkOrigin,
    readRelease: releaseReader(config.updateFeed),
    restart: null,
  }
  // Last: what fails here must not cost the one who starts it a password that is shown once.
  return { shop, password: await preparePassword(db, config, now()) }
}

async function warnOwner(
  app: App,
  config: Config,
  { database, password }: { database: Database; password: PreparedPassword },
): Promise<void> {
  for (const note of database.notes) app.log.warn(note)
  const invented = config.production ? await listDemoSettings(database.db) : []
  if (invented.length > 0)
    app.log.warn(
      `Customers see made-up details from the demo shop: ${invented.join(', ')}. Please change it at the desk, under Settings.`,
    )
  if (password.isEasy)
    app.log.warn(
      'ADMIN_PASSWORD is easy to guess: it is common, or named after the shop. Please set another one.',
    )
}

type OnFailure = (what: string, error: unknown) => void

function backgroundWork() {
  const running = new Set<Promise<void>>()
  let report: OnFailure = () => {}
  return {
    later(what: string, work: () => Promise<void>): Promise<void> {
      const task = work().catch((error: unknown) => report(what, error))
      running.add(task)
      return task.finally(() => running.delete(task))
    },
    report: (what: string, error: unknown): void => report(what, error),
    onFailure(listener: OnFailure): void {
      report = listener
    },
    async done(): Promise<void> {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
