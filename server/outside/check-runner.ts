import { resolve } from 'node:path'
import { type Running, runInProcess } from './child-process.ts'

const PROGRAM = resolve(import.meta.dirname, '../restore-process.ts')

/** In megabytes: it must fit beside the shop on a machine of one gigabyte, whatever the file holds. */
const MEMORY = 512

/** Checks a backup in a process of its own, so that shoppers do not wait for it. */
export function checkInProcess<Found, Progress>(
  order: object,
  onProgress: (progress: Progress) => void,
): Running<Found> {
  return runInProcess<Found, Progress>(PROGRAM, order, {
    megabytes: MEMORY,
    brokenOff: 'The check was interrupted before it finished.',
    onProgress,
  })
}
