import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** In ms, before replacing a worker that died while the shop is open. */
const BEFORE_ANOTHER = 1000

/** True in every worker but the first, which speaks for all. */
export function isFurtherWorker(): boolean {
  return cluster.worker !== undefined && cluster.worker.id > 1
}

const PLACE_IS_FREE = 'your place is free'

/** Waits until the process being replaced has ended, if any. Call it before listening. */
export async function placeIsFree(): Promise<void> {
  if (!cluster.isWorker) return
  while ((await once(process, 'message'))[0] !== PLACE_IS_FREE);
}

/**
 * Keeps `count` worker processes on one port until stopped; this process only hands out
 * connections. The first worker is awaited, so that it alone migrates and fills the shop, and can
 * say why it won't open. Workers serve metrics on ports from `metricsPort` up. SIGHUP replaces
 * workers one at a time, each new one listening before the old one stops: an update no visitor
 * notices.
 */
export async function openWorkers(count: number, metricsPort: number | null): Promise<void> {
  // Replace nothing before all have started; but an unhandled signal would kill the process.
  const state = { stopping: false, replacing: true }
  const places = new Map<number, number>()
  const [leaving, replacing] = [new Set<number>(), new Set<number>()]
  const open = (place: number): Worker => {
    const worker = cluster.fork(
      metricsPort === null ? {} : { METRICS_PORT: String(metricsPort + place) },
    )
    places.set(worker.id, place)
    return worker
  }
  cluster.on('listening', (worker) => {
    if (!replacing.has(worker.id)) worker.send(PLACE_IS_FREE)
  })
  const replace = async (old: Worker): Promise<boolean> => {
    const next = open(places.get(old.id) ?? 0)
    for (const ids of [leaving, replacing]) ids.add(next.id)
    if (!(await isOpen(next))) return false
    leaving.delete(next.id)
    leaving.add(old.id)
    const ended = once(old, 'exit')
    old.process.kill('SIGTERM')
    await ended
    replacing.delete(next.id)
    if (next.isConnected()) next.send(PLACE_IS_FREE)
    return true
  }
  process.on('SIGHUP', async () => {
    if (state.stopping || state.replacing) return
    state.replacing = true
    for (const worker of running())
      if (!worker.isDead() && !(await replace(worker))) {
        console.error('A new process of the shop could not open; the others stay as they are.')
        break
      }
    state.replacing = false
  })
  stopOnSignals(state)
  if (!(await isOpen(open(0)))) process.exit(1)
  cluster.on('exit', (worker, code, signal) => {
    if (state.stopping || leaving.delete(worker.id)) return
    console.error(
      `A process of the shop ended (${worker.process.pid}, ${signal ?? code}); another takes its place.`,
    )
    void pause(BEFORE_ANOTHER).then(() => !state.stopping && open(places.get(worker.id) ?? 0))
  })
  for (let place = 1; place < count; place++) open(place)
  state.replacing = false
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

function isOpen(worker: Worker): Promise<boolean> {
  return Promise.race([
    once(worker, 'listening').then(() => true),
    once(worker, 'exit').then(() => false),
  ])
}

function stopOnSignals(state: { stopping: boolean }): void {
  const stop = async () => {
    if (state.stopping) return
    state.stopping = true
    const workers = running()
    const ended = workers.map((worker) => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(ended)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
