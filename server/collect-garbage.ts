import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So long nobody may have asked for anything, in milliseconds. */
const STILL = 5000

/** Fewer requests than these since the last time leave too little behind. */
const MANY_REQUESTS = 1000

type Collect = (options: { type: 'major'; flavor: 'last-resort'; execution: 'sync' }) => void

/**
 * Gives back the memory that a start and later rushes used, once nobody asks any more: V8 grows while there is much to do, and keeps
 * that room until it needs more. Costs some 150 ms of processor time each time.
 */
export function collectWhenStill(server: Server): void {
  let requests = MANY_REQUESTS
  let seen = requests
  server.on('request', () => void requests++)
  setInterval(() => {
    if (requests === seen && requests >= MANY_REQUESTS) {
      collect()
      requests = 0
    }
    seen = requests
  }, STILL).unref()
}

function collect(): void {
  setFlagsFromString('--expose-gc')
  const collectAll: Collect = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collectAll({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}
