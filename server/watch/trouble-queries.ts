import { sql } from 'kysely'
import { FAULTS, type Fault, OVERDUE, type Overdue } from '#contract/people/admin.ts'
import { HOUR } from '#contract/time/durations.ts'
import { findClockFault } from '#server/core/clock.ts'
import { hasCome } from '#server/core/due.ts'
import { getValue } from '#server/core/key-value.ts'
import { NIGHT } from '#server/core/nightly-job.ts'
import { WATCHED_QUEUES } from '#server/core/watched-mails.ts'
import type { Db } from '#server/db/tables.ts'
import type { Shop } from '#server/shop.ts'
import type { Writing } from './database-outage.ts'

/** What the round of every minute did not get done in this time is overdue, in milliseconds. */
const TOO_LONG = HOUR

/** A mail is nearly always gone within seconds: one that waits so long is told of, in milliseconds. */
const MAIL_LATE = 10 * 60_000

/**
 * The newest backup of a shop that makes one each night is no older, and its first one is no later
 * than so long after its hour; in milliseconds.
 */
const BACKUP_LATE = 26 * HOUR
const FIRST_LATE = 2 * HOUR

/**
 * What of the shop's own work is overdue: the desk, `/metrics` and `/readyz` all ask here. Reads
 * only what is unfinished, by its indices. Mails wait for good reason while mail is not set up; a
 * refund that the provider has taken on is the bank's to finish.
 */
export async function readOverdue(
  { db, mail }: Pick<Shop, 'db' | 'mail'>,
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
  // Every mail has one: asking for it leads to the index of those that wait.
  const indexed = mails.where('due_at', '>', '')
  const waiting = indexed.where('sent_at', 'is', null).where('given_up_at', 'is', null)
  return (await waiting.where('created_at', '<', before).limit(1).executeTakeFirst()) !== undefined
}

/** By when one was made: what is due next, a clock that was wrong may have said. */
async function isBackupLate(db: Db, now: Date): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const due = await getValue(db, 'next_backup')
  if (due === null) return false
  const last = await getValue(db, 'last_backup')
  if (last === null) return hasCome(due, before(FIRST_LATE), FIRST_LATE + NIGHT)
  return hasCome(last, before(BACKUP_LATE), BACKUP_LATE)
}

/**
 * What keeps orders from being taken, or their days from being right: the desk, `/metrics` and
 * `/readyz` all ask here.
 */
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

type Trouble = { providerAlert: boolean; webhookAlert: boolean; backupFailed: boolean }

export async function readTrouble(db: Db): Promise<Trouble> {
  return {
    providerAlert: Boolean(await getValue(db, 'provider_alert')),
    webhookAlert: Boolean(
      (await getValue(db, 'webhook_alert')) || (await getValue(db, 'webhook_unsigned')),
    ),
    backupFailed: (await getValue(db, 'backup_alert')) !== null,
  }
}
