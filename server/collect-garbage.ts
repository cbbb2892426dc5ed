import type { Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So long nobody may have asked for anything, in milliseconds. */
const STILL = 5000

type Collect = (options: { type: 'major'; flavor: 'last-resort'; execution: 'sync' }) => void

/**
 * Gives the memory back that a start used, once nobody asks: V8 grows while it reads the code, and keeps that room until it needs
 * more. Costs some 150 ms of processor time, once.
 */
export function collectOnceStill(server: Server): void {
  let timer = setTimeout(collect, STILL).unref()
  const startAnew = () => {
    clearTimeout(timer)
    timer = setTimeout(collect, STILL).unref()
  }
  server.on('request', startAnew)
  function collect(): void {
    server.off('request', startAnew)
    setFlagsFromString('--expose-gc')
    const collectAll: Collect = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    collectAll({ type: 'major', flavor: 'last-resort', execution: 'sync' })
  }
}
