import { sql } from 'kysely'
import { FAULTS, type Fault, OVERDUE, type Overdue } from '#contract/people/admin.ts'
import { HOUR } from '#contract/time/durations.ts'
import { findClockFault } from '#server/core/clock-fault.ts'
import { hasCome } from '#server/core/due.ts'
import { getValue } from '#server/core/key-value.ts'
import { NIGHT } from '#server/core/nightly-job.ts'
import { WATCHED_QUEUES } from '#server/core/watched-mails.ts'
import type { Db } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import type { Writing } from './database-outage.ts'

/** In ms: what the every-minute round didn't do by then is overdue. */
const TOO_LONG = HOUR

/** In ms; mail nearly always goes out within seconds. */
const MAIL_LATE = 10 * 60_000

/** In ms: the newest nightly backup's maximum age, and how late after its hour the first may be. */
const BACKUP_LATE = 26 * HOUR
const FIRST_LATE = 2 * HOUR

/**
 * Overdue work of the shop, for the desk, `/metrics` and `/readyz`. Reads only what is unfinished,
 * by index. Mails may wait while mail isn't set up; a refund the provider accepted is the bank's to
 * finish.
 */
export async function readOverdue(
  { db, mail, backups }: Pick<Shop, 'db' | 'mail' | 'backups'>,
  now: Date,
): Promise<Overdue[]> {
  const before = new Date(now.getTime() - TOO_LONG).toISOString()
  const mailBefore = new Date(now.getTime() - MAIL_LATE).toISOString()
  const isOverdue: Record<Overdue, boolean> = {
    capture: await isPaymentLeft(db, ['capturing'], before),
    refund: await isRefundLeft(db, before),
    release: await isPaymentLeft(db, ['creating', 'canceling'], before),
    mail: mail !== null && (await isMailLeft(db, mailBefore)),
    backup: await isBackupLate(db, now),
    copy: backups.offSite !== null && (await isCopyLate(db, now)),
  }
  return OVERDUE.filter((what) => isOverdue[what])
}

async function isPaymentLeft(
  db: Db,
  states: ('creating' | 'capturing' | 'canceling')[],
  before: string,
) {
  const unsettled = db
    .selectFrom('payments')
    .select('id')
    .where(sql<boolean>`state not in ('captured', 'canceled')`)
  const left = unsettled.where('state', 'in', states).where('created_at', '<', before)
  return (await left.limit(1).executeTakeFirst()) !== undefined
}

async function isRefundLeft(db: Db, before: string): Promise<boolean> {
  const unsettled = db
    .selectFrom('refunds')
    .select('id')
    .where('state', 'in', ['requested', 'pending'])
  const left = unsettled.where('state', '=', 'requested').where('created_at', '<', before)
  return (await left.limit(1).executeTakeFirst()) !== undefined
}

async function isMailLeft(db: Db, before: string): Promise<boolean> {
  const mails = db.selectFrom('outbox').select('id').where('queue', 'in', WATCHED_QUEUES)
  // Every mail has a `due_at`: filtering on it uses the index of those waiting.
  const indexed = mails.where('due_at', '>', '')
  const waiting = indexed.where('sent_at', 'is', null).where('given_up_at', 'is', null)
  return (await waiting.where('created_at', '<', before).limit(1).executeTakeFirst()) !== undefined
}

/** Judged by when backups were made: the next due time may come from a wrong clock. */
async function isBackupLate(db: Db, now: Date): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = await getValue(db, 'next_backup')
  if (due === null) return false
  const last = await getValue(db, 'last_backup')
  if (last === null) return hasCome(due, before(FIRST_LATE), FIRST_LATE + NIGHT)
  return hasCome(last, before(BACKUP_LATE), BACKUP_LATE)
}

/** The last try failed, or the newest backup has long waited for one. */
async function isCopyLate(db: Db, now: Date): Promise<boolean> {
  if ((await getValue(db, 'copy_alert')) !== null) return true
  const [made, copied] = [await getValue(db, 'last_backup'), await getValue(db, 'last_copy')]
  // A file's name has no milliseconds.
  if (made === null || (copied !== null && copied >= `${made.slice(0, -4)}000Z`)) return false
  return hasCome(made, new Date(now.getTime() - FIRST_LATE), FIRST_LATE)
}

/** What stops orders or puts them on wrong days, for the desk, `/metrics` and `/readyz`. */
export async function readFaults(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { fault }: Writing,
): Promise<Fault[]> {
  const isKeyRefused = (await getValue(db, 'card_key_refused')) !== null
  const isClockWrong = (await findClockFault(db, now())) !== null
  return FAULTS.filter(
    (one) =>
      one === fault || (one === 'card-key' && isKeyRefused) || (one === 'clock' && isClockWrong),
  )
}

export async function readTrouble(db: Db) {
  return {
    providerAlert: Boolean(await getValue(db, 'provider_alert')),
    webhookAlert: Boolean(
      (await getValue(db, 'webhook_alert')) || (await getValue(db, 'webhook_unsigned')),
    ),
    backupFailed: (await getValue(db, 'backup_alert')) !== null,
  }
}
