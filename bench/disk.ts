import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { median, percentile } from './numbers.ts'

const TRIES = 200

/** Ms to fsync 4 KiB. */
export function measureDisk(folder: string): { median: number; p99: number } {
  const file = join(folder, 'fsync')
  const handle = openSync(file, 'w')
  const times = Array.from({ length: TRIES }, () => {
    const start = performance.now()
    writeSync(handle, Buffer.alloc(4096, 1))
    fdatasyncSync(handle)
    return performance.now() - start
  })
  closeSync(handle)
  rmSync(file)
  return { median: median(times), p99: percentile(times, 0.99) }
}
