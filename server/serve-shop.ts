import cluster from 'node:cluster'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { collectWhenStill } from './collect-garbage.ts'
import { type Config, environmentOn } from './config/config.ts'
import { draftLegalPages } from './demo/add-legal-pages.ts'
import { builtPages, type Pages } from './http/render-page.ts'
import { stopListening } from './http/stop-listening.ts'
import { type OpenShop, openShop } from './open-shop.ts'
import { sleepWhenIdle } from './sleep-when-idle.ts'
import { serveMetrics } from './watch/prometheus.ts'
import { isFurtherWorker, placeIsFree } from './workers.ts'

/** In ms: how long a stop waits for work in flight. */
const MAX_STOP = 10_000

/** systemd's first descriptor, after stdin, stdout and stderr. */
const FIRST_SOCKET = 3

const DIST = resolve(import.meta.dirname, '../dist')

export async function serveShop(config: Config): Promise<void> {
  const opened = await openShop(config, await pagesFor(process.argv.includes('--dev')))
  if (!config.demo) await draftLegalPages(opened.shop.db, opened.shop.now())
  // Before anything that may fail: the next start would not know it.
  if (opened.madePassword)
    console.log(
      `\nThe desk is at /admin. Its password, shown this once: ${opened.madePassword}\n(Sign in and choose your own: this one is in the log.)`,
    )
  const isFree = placeIsFree()
  if (!cluster.isWorker) await serveFigures(opened, config)
  await listen(opened, config)
  const stop = stopOnSignals(opened, config.stopDelay)
  opened.shop.restart = restarting(stop, opened, config)
  if (config.sleepAfter !== null)
    sleepWhenIdle(opened.app.server, {
      after: config.sleepAfter,
      isBusy: () => opened.shop.backups.progress() !== null,
      sleep: () => void stop((code) => process.exit(code)),
    })
  opened.work()
  if (cluster.isWorker)
    void isFree
      .then(() => serveFigures(opened, config))
      .catch((error: unknown) => opened.app.log.error(error, 'metrics are not served'))
  if (!config.limits)
    opened.app.log.warn(
      'LIMITS=off: nothing slows down guessing or abuse. Only for tests and measurements.',
    )
  if (config.misspelled.length > 0)
    opened.app.log.warn(
      `The shop has no such variables, please check the spelling: ${config.misspelled.join(', ')}`,
    )
  if (config.production && opened.shop.payments.testSteps)
    opened.app.log.warn(
      'You can’t take real cards yet: only test cards work. Set the Stripe keys to get paid.',
    )
  if (!opened.shop.payments.isOpen)
    opened.app.log.error(
      'This shop has taken real payments but has no live keys now: cards are off until you set them again.',
    )
  if (!isFurtherWorker()) greet(opened, config.publicUrl)
  // Node writes this cache only on exit; until then others compile again and use 30 MB more.
  flushCompileCache()
  collectWhenStill()
}

async function serveFigures({ metrics, app }: OpenShop, config: Config): Promise<void> {
  if (!metrics || config.metricsPort === null) return
  const host = config.metricsHost
  const port = await serveMetrics(metrics, { port: config.metricsPort, host })
  app.log.info({ host, port }, 'metrics are served at /metrics of this host and port')
}

async function listen({ app }: OpenShop, { port, host, isActivated }: Config): Promise<void> {
  if (!isActivated) return void (await app.listen({ port, host }))
  await app.ready()
  await once(app.server.listen({ fd: FIRST_SOCKET }), 'listening')
}

async function pagesFor(dev: boolean): Promise<Pages> {
  if (dev) return (await import('./dev-pages.ts')).devPages()
  return { renderPage: await builtPages(DIST), client: resolve(DIST, 'client') }
}

function greet({ app }: OpenShop, publicUrl: string | null): void {
  const address = app.server.address()
  const own = typeof address === 'object' && address ? `http://localhost:${address.port}` : address
  console.log(`\nFarmstand is open: ${publicUrl ?? own}\n`)
}

/** `delay` is in seconds, for a proxy to learn from `/readyz` to send visitors elsewhere. */
function stopOnSignals(opened: OpenShop, delay: number): Stop {
  let leave: ((code: number) => void) | null = null
  const stop = async (next: (code: number) => void) => {
    if (leave) return
    leave = next
    opened.announceStop()
    await pause(delay * 1000)
    setTimeout(() => leave?.(1), MAX_STOP).unref()
    await stopListening(opened.app.server)
    await opened.close()
    leave?.(0)
  }
  const exit = (code: number) => process.exit(code)
  // A signal also ends a shop that is about to restart.
  const end = () => {
    const begun = stop(exit)
    leave = exit
    return begun
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // With several processes, the first gets the signal and replaces the others.
  process.on('SIGHUP', () => void (cluster.isWorker || end()))
  return stop
}

type Stop = (leave: (code: number) => void) => Promise<void>

/** The same command replaces this process; if its socket is kept, it ends until the next call. */
function restarting(stop: Stop, { app }: OpenShop, { isActivated }: Config): (() => void) | null {
  if (isActivated) return () => void stop((code) => process.exit(code))
  if (!process.execve || process.platform === 'win32') return null
  const { port } = app.server.address() as AddressInfo
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  return () =>
    void stop(() => {
      try {
        process.execve?.(process.execPath, command, environmentOn(port))
      } catch (error) {
        console.error('The shop could not restart itself:', error)
        process.exit(1)
      }
    })
}
