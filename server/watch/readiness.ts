import { statfs } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { inTime } from '#server/core/in-time.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Readiness } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { SAID, type Writing } from './database-outage.ts'
import { readFaults, readOverdue, readTrouble } from './trouble-queries.ts'

type ReadinessProbes = {
  isStopping: () => boolean
  /** Bytes free in the data folder. @throws when the folder is gone */
  freeBytes: () => Promise<number>
  backupBytes: (() => Promise<number>) | null
  /** Asked now and then, however often somebody looks. */
  picturesAnswer: () => Promise<boolean>
  writing: () => Promise<Writing>
}

/**
 * Can the shop sell now, and what needs a look? Other servers' trouble is only a warning, no reason
 * to send visitors away. Anyone may read it, so no figures or names.
 * @throws when the database does not answer
 */
export async function readiness(shop: Shop, around: ReadinessProbes): Promise<Readiness> {
  if (around.isStopping()) return { missing: ['the shop is closing'], warnings: [] }
  const pending = await pendingMigrations(shop.db)
  if (pending.length > 0)
    return {
      missing: [`the schema lacks ${pending.map(({ name }) => name).join(', ')}`],
      warnings: [],
    }
  const free = await around.freeBytes().catch(() => null)
  const writing = await around.writing()
  const missing = free === null ? ['the data folder cannot be read'] : []
  if (writing.fault) missing.push(SAID[writing.fault])
  return { missing, warnings: await warningsOf(shop, { ...around, free, writing }) }
}

type Found = Pick<ReadinessProbes, 'backupBytes' | 'picturesAnswer'> & {
  free: number | null
  writing: Writing
}

async function warningsOf(
  shop: Shop,
  { free, backupBytes, picturesAnswer, writing }: Found,
): Promise<string[]> {
  const backups = backupBytes ? await backupBytes().catch(() => null) : Infinity
  const trouble = await readTrouble(shop.db)
  const overdue = await readOverdue(shop, shop.now())
  const faults = await readFaults(shop, writing)
  const lately = writing.lately && `a write failed within the last minute: ${SAID[writing.lately]}`
  const all: [isDue: boolean, message: string][] = [
    [lately !== null, lately ?? ''],
    [faults.includes('clock'), 'the clock may be wrong'],
    [faults.includes('card-key'), 'the card provider refuses the shop’s key'],
    [isScarce(free), 'the disk is nearly full'],
    [backups === null, 'the folder of backups cannot be read'],
    [isScarce(backups), 'the disk of the backups is nearly full'],
    [!(await picturesAnswer()), 'the store of pictures does not answer'],
    [!shop.payments.isOpen, 'no cards are taken'],
    [
      overdue.includes('capture') || overdue.includes('release'),
      'payments wait for the card provider',
    ],
    [overdue.includes('refund'), 'refunds wait for the card provider'],
    [trouble.providerAlert, 'the books and the card provider differ'],
    [trouble.webhookAlert, 'the card provider’s webhook needs a look'],
    [overdue.includes('mail'), 'mails wait'],
    [trouble.backupFailed, 'the last backup failed'],
    [overdue.includes('backup'), 'the night’s backup is overdue'],
    [overdue.includes('copy'), 'the last backup was not copied off this machine'],
  ]
  return all.filter(([isDue]) => isDue).map(([, message]) => message)
}

/** In ms between checks of the picture store: anyone may look at `/readyz`. */
const PAUSE = 60_000

const PATIENCE = 2000

export function watchPlaces(
  { pictures }: Shop,
  { dataDir, backup, pictureBucket }: Config,
): Pick<ReadinessProbes, 'backupBytes' | 'picturesAnswer'> {
  const isElsewhere = !`${backup.folder}${sep}`.startsWith(`${dataDir}${sep}`)
  return {
    backupBytes: isElsewhere ? () => freeBytes(backup.folder) : null,
    picturesAnswer: pictureBucket
      ? nowAndThen(() => answersInTime(pictures.tryOut))
      : async () => true,
  }
}

function answersInTime(tryOut: () => Promise<void>): Promise<boolean> {
  return inTime(PATIENCE, tryOut(), 'No answer.').then(
    () => true,
    () => false,
  )
}

function nowAndThen<T>(read: () => Promise<T>): () => Promise<T> {
  let readAt = -Infinity
  let known: Promise<T> | null = null
  return () => {
    if (known && performance.now() - readAt < PAUSE) return known
    readAt = performance.now()
    known = read()
    return known
  }
}

const MEGABYTE = 1_000_000

/** Below this the owner is warned, in bytes. */
const LITTLE = 500 * MEGABYTE

/** Bytes the shop may still write there. @throws when the folder is gone */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

function isScarce(bytes: number | null): boolean {
  return bytes !== null && bytes < LITTLE
}

export async function scarceMegabytes(measure: () => Promise<number>): Promise<number | null> {
  const bytes = await measure().catch(() => null)
  return bytes !== null && isScarce(bytes) ? Math.floor(bytes / MEGABYTE) : null
}
