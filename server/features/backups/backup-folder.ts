import { access, constants, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '#contract/backups/backups.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { readFailure, recordFailure } from '#server/core/long-job.ts'
import { ownerMessage } from '#server/core/owner-messages.ts'
import { makeFolder } from '#server/files/private-files.ts'
import type { Shop } from '#server/shop.ts'
import { BackupError } from './backup-format.ts'

export type BackupKind = 'nightly' | 'by-hand'

const NAME = /^farmstand-(nightly-)?(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.zst(\.age)?$/

export function backupName(kind: BackupKind, at: Date, isEncrypted: boolean): string {
  const moment = at.toISOString().slice(0, 19).replaceAll(':', '-')
  return `farmstand-${kind === 'nightly' ? 'nightly-' : ''}${moment}Z.tar.zst${isEncrypted ? '.age' : ''}`
}

/** Parses a file name; null when it is no backup's. Paths are rejected. */
export function readBackupName(
  name: string,
): { kind: BackupKind; madeAt: Date; isEncrypted: boolean } | null {
  const [, nightly, year, month, day, hour, minute, second, age] = NAME.exec(name) ?? []
  if (!year) return null
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(madeAt.getTime())) return null
  return { kind: nightly ? 'nightly' : 'by-hand', madeAt, isEncrypted: age !== undefined }
}

export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(names.map((name) => describe(folder, name)))
  return found
    .flatMap((backup) => backup ?? [])
    .sort((one, other) => (one.madeAt < other.madeAt ? 1 : -1))
}

async function describe(folder: string, name: string): Promise<Backup | null> {
  const parsed = readBackupName(name)
  const file = parsed && (await stat(join(folder, name)).catch(() => null))
  if (!parsed || !file?.isFile()) return null
  return { ...parsed, name, madeAt: parsed.madeAt.toISOString(), bytes: file.size }
}

export type Retention = { daily: number; weekly: number; timeZone: string }

export function nightliesToRemove(names: readonly string[], retention: Retention): string[] {
  const dayOf = (at: string) => farmDayOf(at, retention.timeZone)
  const nightlies = names
    .flatMap((name) => {
      const parsed = readBackupName(name)
      return parsed?.kind === 'nightly' ? [{ name, at: parsed.madeAt.toISOString() }] : []
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1))
  const newestOf = (period: (at: string) => string, many: number) =>
    [...new Map(nightlies.toReversed().map(({ name, at }) => [period(at), name])).values()]
      .sort((one, other) => (one < other ? 1 : -1))
      .slice(0, many)
  const remaining = new Set([
    ...newestOf((at) => dayOf(at).toString(), Math.max(1, retention.daily)),
    ...newestOf((at) => weekOf(dayOf(at)), retention.weekly),
  ])
  return nightlies.filter(({ name }) => !remaining.has(name)).map(({ name }) => name)
}

function weekOf(day: Temporal.PlainDate): string {
  return `${day.yearOfWeek}-${day.weekOfYear}`
}

export async function rotateBackups(folder: string, retention: Retention): Promise<void> {
  for (const name of nightliesToRemove(await readdir(folder), retention))
    await rm(join(folder, name), { force: true })
}

/** Tested at startup rather than at night; the shop opens either way. @throws BackupError */
export async function tryBackupFolder({ db, backups, now }: Shop): Promise<void> {
  try {
    makeFolder(backups.folder)
    await access(backups.folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const message = `BACKUP_DIR: backups cannot be stored in ${backups.folder}. ${ownerMessage(error)}`
    if ((await readFailure(db, 'backup_alert')) === null)
      await recordFailure(db, 'backup_alert', { at: now().toISOString(), message })
    throw new BackupError(message)
  }
}
