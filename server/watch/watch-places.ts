import { sep } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Shop } from '#server/shop.ts'
import { freeBytes } from './free-space.ts'
import type { ReadinessProbes } from './readiness.ts'

/** The store of pictures is asked at most so often, in milliseconds: anyone may look at `/readyz`. */
const PAUSE = 60_000

const PATIENCE = 2000

/** What else a shop needs beside its database: room for backups, and a store of pictures that answers. */
export function watchPlaces(
  { pictures }: Shop,
  { dataDir, backup, pictureBucket }: Config,
): Pick<ReadinessProbes, 'backupBytes' | 'picturesAnswer'> {
  const isElsewhere = !`${backup.folder}${sep}`.startsWith(`${dataDir}${sep}`)
  return {
    backupBytes: isElsewhere ? () => freeBytes(backup.folder) : null,
    picturesAnswer: pictureBucket ? nowAndThen(() => answersInTime(pictures.tryOut)) : async () => true,
  }
}

async function answersInTime(tryOut: () => Promise<void>): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, PATIENCE, false)
  const answer = tryOut().then(
    () => true,
    () => false,
  )
  return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer))
}

function nowAndThen<T>(read: () => Promise<T>, pause = PAUSE): () => Promise<T> {
  let readAt = -Infinity
  let known: Promise<T> | null = null
  return () => {
    if (known && performance.now() - readAt < pause) return known
    readAt = performance.now()
    known = read()
    return known
  }
}
