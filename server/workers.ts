import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** A worker that ends while the shop is open is replaced after this pause, in milliseconds. */
const BEFORE_ANOTHER = 1000

/** True for processes that `openWorkers` began, but for the first: that one speaks for all. */
export function isFurtherWorker(): boolean {
  return cluster.worker !== undefined && cluster.worker.id > 1
}

/**
 * Keeps so many processes of the shop at work on one port until this one is told to stop; this one
 * only hands out connections. The first is waited for, so that one process alone migrates and fills
 * the shop, and says why it cannot open. Each tells its own figures for monitoring, on the ports
 * from `metricsPort` on.
 */
export async function openWorkers(count: number, metricsPort: number | null): Promise<void> {
  const state = { stopping: false }
  const places = new Map<number, number>()
  const open = (place: number): Worker => {
    const worker = cluster.fork(
      metricsPort === null ? {} : { METRICS_PORT: String(metricsPort + place) },
    )
    places.set(worker.id, place)
    return worker
  }
  stopOnSignals(state)
  if (!(await isOpen(open(0)))) process.exit(1)
  cluster.on('exit', (worker, code, signal) => {
    if (state.stopping) return
    console.error(
      `A process of the shop ended (${worker.process.pid}, ${signal ?? code}); another takes its place.`,
    )
    void pause(BEFORE_ANOTHER).then(() => !state.stopping && open(places.get(worker.id) ?? 0))
  })
  for (let place = 1; place < count; place++) open(place)
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
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map((worker) => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(ended)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
