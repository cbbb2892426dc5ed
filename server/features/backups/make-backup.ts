import { MAX_BACKUPS } from '#contract/backups.ts'
import { nextFarmHour } from '#contract/farm-time.ts'
import { holdJob } from '#server/core/job-lock.ts'
import {
  compareAndSet,
  forget,
  getValue,
  replaceMemory,
  setIfAbsent,
} from '#server/core/key-value.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { type BackupKind, backupName, type Retention, rotateBackups } from './backup-folder.ts'

/**
 * Begins a backup, one at a time among all processes of the shop; `done` is settled when it is kept or has failed, and never
 * rejects. A failure stands at the desk until a backup succeeds. @throws Refusal 'backup-running'
 */
export async function beginBackup(
  shop: Shop,
  kind: BackupKind,
): Promise<{ done: Promise<boolean> }> {
  const now = shop.now()
  const held = await holdJob(shop, 'back up')
  if (!held) throw new Refusal('backup-running', 'A backup is already in progress.')
  const name = backupName(kind, now, shop.backups.isEncrypted)
  let isWritten = false
  const done = shop.later('back up', async () => {
    try {
      await shop.backups.make(name, now)
      await write(shop.db, (tx) => forget(tx, 'backup_alert'))
      isWritten = true
    } catch (error) {
      const alert = {
        at: shop.now().toISOString(),
        message: error instanceof Error ? error.message : String(error),
      }
      await write(shop.db, (tx) => replaceMemory(tx, 'backup_alert', JSON.stringify(alert)))
      throw error
    } finally {
      await held.release()
    }
  })
  return { done: done.then(() => isWritten) }
}

/** When the night's backup is made, in the farm's time. */
const HOUR = 3

/** After a failure it is tried again so much later, in milliseconds. */
const PAUSE = 60 * 60_000

/** Begins the night's backup once its hour has come, also when the shop was closed at that hour; old ones go when it is kept. */
export async function startNightlyBackup(shop: Shop): Promise<void> {
  const now = shop.now()
  if (!(await isNightlyOn(shop.db)))
    return void (await write(shop.db, (tx) => forget(tx, 'next_backup')))
  const due = await setIfAbsent(shop.db, 'next_backup', nextFarmHour(now, HOUR))
  if (due > now.toISOString() || shop.backups.progress()) return
  const retry = new Date(now.getTime() + PAUSE).toISOString()
  // Whoever moves the hour on makes the backup.
  if (!(await write(shop.db, (tx) => compareAndSet(tx, 'next_backup', { from: due, to: retry }))))
    return
  const { done } = await beginBackup(shop, 'nightly')
  void shop.later('keep the night’s backups', async () => {
    if (!(await done)) return
    await write(shop.db, (tx) =>
      compareAndSet(tx, 'next_backup', { from: retry, to: nextFarmHour(now, HOUR) }),
    )
    await rotateBackups(shop.backups.folder, await readRetention(shop.db), now)
  })
}

/** When the next backup is made by itself; null while that is turned off. */
export async function nextNightly(db: Db, now: Date): Promise<string | null> {
  return (await isNightlyOn(db))
    ? ((await getValue(db, 'next_backup')) ?? nextFarmHour(now, HOUR))
    : null
}

async function isNightlyOn(db: Db): Promise<boolean> {
  return (await readSetting(db, 'backup_nightly')) !== 'false'
}

async function readRetention(db: Db): Promise<Retention> {
  const daily = numberOf(await readSetting(db, 'backup_keep_daily'), 7)
  return { daily, weekly: numberOf(await readSetting(db, 'backup_keep_weekly'), 4) }
}

/** A setting is any text; one that is no number counts as the built-in one, so that nothing is removed by mistake. */
function numberOf(text: string, otherwise: number): number {
  return /^\d{1,3}$/.test(text.trim()) ? Math.min(Number(text), MAX_BACKUPS) : otherwise
}
