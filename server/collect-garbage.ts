import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** In ms: how often to look, and how much work in between still counts as idle. */
const PAUSE = 5000
const MAX_STILL = 20

/** In ms: less work than this since last time isn't worth collecting. */
const MUCH_WORK = 2000

type Collect = (options: { type: 'major'; flavor: 'last-resort'; execution: 'sync' }) => void

/**
 * Once idle, frees memory left from startup and rushes, which V8 would keep until it needs more.
 * Costs about 150 ms of CPU. `worked`: how long this thread has been busy, in ms.
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
