import { MAX_BACKUPS } from '#contract/backups/backups.ts'
import { HOUR } from '#contract/time/durations.ts'
import { hasCome } from '#server/core/due.ts'
import { deleteValue, getValue, setValue } from '#server/core/key-value.ts'
import { type BegunJob, beginJob, readFailure } from '#server/core/long-job.ts'
import { nextNight, startNightly } from '#server/core/nightly-job.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { readSetting, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import {
  type BackupKind,
  backupName,
  listBackups,
  type Retention,
  rotateBackups,
} from './backup-folder.ts'

const BACKUP = { name: 'back up', alert: 'backup_alert' } as const

function beginBackup(shop: Shop, kind: BackupKind): Promise<BegunJob | null> {
  const now = shop.now()
  const name = backupName(kind, now, shop.backups.isEncrypted)
  return beginJob(shop, BACKUP, async () => {
    await shop.backups.make(name, now)
    await write(shop.db, async (tx) => {
      await setValue(tx, 'last_backup', now.toISOString())
      await deleteValue(tx, BACKUP.alert)
    })
  })
}

/** @throws Refusal 'backup-running' */
export async function beginBackupByHand(shop: Shop): Promise<void> {
  if (!(await beginBackup(shop, 'by-hand')))
    throw new Refusal('backup-running', 'A backup is already in progress.')
}

const COPY = { name: 'copy a backup off the machine', alert: 'copy_alert' } as const

/** Copies the newest backup, whoever made it, once; after a failure it tries again in an hour. */
export async function copyOffSite(shop: Shop): Promise<void> {
  const { db, now } = shop
  const { folder, offSite } = shop.backups
  if (!offSite) return
  const at = now().toISOString()
  const newest = (await listBackups(folder)).find(({ madeAt }) => madeAt <= at)
  const last = await getValue(db, 'last_copy')
  if (!newest || (last !== null && newest.madeAt <= last && last <= at)) return
  const failure = await readFailure(db, COPY.alert)
  const retry = new Date(Date.parse(failure?.at ?? at) + HOUR).toISOString()
  if (failure && newest.madeAt < failure.at && !hasCome(retry, now(), HOUR)) return
  await beginJob(shop, COPY, async () => {
    await offSite.copy(newest.name)
    await write(db, async (tx) => {
      await setValue(tx, 'last_copy', newest.madeAt)
      await deleteValue(tx, COPY.alert)
    })
  })
}

/** Farm time. */
const NIGHT_HOUR = 3

export async function startNightlyBackup(shop: Shop): Promise<void> {
  const { db, backups } = shop
  if (!(await isNightlyOn(db)))
    return void (await write(db, (tx) => deleteValue(tx, 'next_backup')))
  if (backups.progress()) return
  await startNightly(shop, {
    name: BACKUP.name,
    hour: NIGHT_HOUR,
    timeZone: await readTimeZone(db),
    due: 'next_backup',
    begin: () => beginBackup(shop, 'nightly'),
    whenDone: async () => rotateBackups(backups.folder, await readRetention(db)),
  })
}

export async function nextNightly(db: Db, now: Date): Promise<string | null> {
  return (await isNightlyOn(db))
    ? nextNight({ db, due: 'next_backup', hour: NIGHT_HOUR, timeZone: await readTimeZone(db) }, now)
    : null
}

async function isNightlyOn(db: Db): Promise<boolean> {
  return (await readSetting(db, 'backup_nightly')) !== 'false'
}

async function readRetention(db: Db): Promise<Retention> {
  const daily = numberOf(await readSetting(db, 'backup_keep_daily'), 7)
  const weekly = numberOf(await readSetting(db, 'backup_keep_weekly'), 4)
  return { daily, weekly, timeZone: await readTimeZone(db) }
}

/** Anything but a number means the default, so that nothing is removed by mistake. */
function numberOf(text: string, otherwise: number): number {
  return /^\d{1,3}$/.test(text.trim()) ? Math.min(Number(text), MAX_BACKUPS) : otherwise
}
