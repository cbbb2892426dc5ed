import { resolve } from 'node:path'
import { type Running, runInProcess } from './child-process.ts'

const PROGRAM = resolve(import.meta.dirname, '../restore-process.ts')

/** In MB: must fit beside the shop in one gigabyte, whatever the file holds. */
const MEMORY = 512

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
