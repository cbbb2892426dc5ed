import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked, and what a process that stands still may have worked since, in milliseconds. */
const PAUSE = 5000
const MAX_STILL = 20

/** Less work than this since the last time leaves too little behind, in milliseconds. */
const MUCH_WORK = 2000

type Collect = (options: { type: 'major'; flavor: 'last-resort'; execution: 'sync' }) => void

/**
 * Gives back the memory that a start and later rushes used, once the process stands still: V8 grows while there is much
 * to do, and keeps that room until it needs more. Costs some 150 ms of processor time each time. `worked` is for how
 * long this thread was busy so far, in milliseconds.
 */
export function collectWhenStill(
  worked: () => number = () => performance.eventLoopUtilization().active,
): void {
  let before = worked()
  let collectedAt = Number.NEGATIVE_INFINITY
  setInterval(() => {
    const isStill = worked() - before <= MAX_STILL
    if (isStill && worked() - collectedAt >= MUCH_WORK) {
      collect()
      collectedAt = worked()
    }
    before = worked()
  }, PAUSE).unref()
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const collectAll: Collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collectAll({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}
