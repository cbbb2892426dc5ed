import { randomUUID } from 'node:crypto'
import { type Insertable, type InsertObject, type RawBuilder, type Selectable, sql } from 'kysely'
import type { SettingKey } from '#contract/settings/setting-table.ts'
import { DAY } from '#contract/time/durations.ts'
import { hasComeIn } from '#server/core/due.ts'
import {
  MAIL_QUEUE_OF,
  type MailKind,
  type MailQueue,
  type OrderMailKind,
} from '#server/db/mail-kinds.ts'
import { prepared } from '#server/db/prepared.ts'
import type { NewsKind, Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

export type OutboxMail = Selectable<Tables['outbox']>

/**
 * Queues in the caller's transaction; `sendMails` sends after the commit. At most one of a kind per
 * order and one per refund; none for a change's refund, which the change's own mail covers.
 */
export async function queueMail(
  tx: Db,
  mail: { kind: OrderMailKind; orderId: number; refundId?: string },
  at: Date,
): Promise<void> {
  const { kind, orderId, refundId = null } = mail
  if (refundId !== null && (await isOfChange(tx, refundId))) return
  await insertToBuyer(tx, { order_id: orderId, refund_id: refundId, ...newMail(kind, at) })
}

const insertToBuyer = prepared(
  (tx, mail: Omit<Insertable<Tables['outbox']>, 'recipient'> & { order_id: number }) => {
    const recipient = sql<string>`(select customer_email from orders where id = ${mail.order_id})`
    return insertOnce(tx, [{ ...mail, recipient }])
  },
)

/** A change's refund shares the change's ID. */
async function isOfChange(tx: Db, refundId: string): Promise<boolean> {
  const change = tx.selectFrom('order_changes').select('id').where('id', '=', refundId)
  return (await change.executeTakeFirst()) !== undefined
}

/** At most one per cancellation; none if the buyer gave no email address. */
export async function queueCancelled(
  tx: Db,
  { order, message }: { order: CancelledOrder; message: string | null },
  at: Date,
): Promise<void> {
  const { id: order_id, customer_email: recipient, revision } = order
  if (recipient === '') return
  const about = `revision ${revision}`
  await queueMails(tx, [{ kind: 'cancelled', order_id, about, recipient, message }], at)
}

type CancelledOrder = Pick<Selectable<Tables['orders']>, 'id' | 'customer_email' | 'revision'>

type NewMail = Omit<
  Insertable<Tables['outbox']>,
  'uuid' | 'queue' | 'created_at' | 'due_at' | 'recipient'
> & {
  recipient?: string | RawBuilder<string>
}

/** Queues mails due now. Duplicates of a queued mail are skipped. */
export async function queueMails(tx: Db, mails: readonly NewMail[], at: Date): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map((mail) => ({ ...mail, ...newMail(mail.kind, at) }))
  await insertOnce(tx, rows).execute()
}

function newMail(kind: MailKind, at: Date) {
  const now = at.toISOString()
  return { uuid: randomUUID(), queue: MAIL_QUEUE_OF[kind], kind, created_at: now, due_at: now }
}

function insertOnce(tx: Db, rows: readonly InsertObject<Tables, 'outbox'>[]) {
  return tx
    .insertInto('outbox')
    .values(rows)
    .onConflict((exists) => exists.doNothing())
}

/** The longest delay per retry, in milliseconds. */
export const MAX_PAUSE = DAY

export async function findDueMail(db: Db, queue: MailQueue, at: Date): Promise<OutboxMail | null> {
  const due = db
    .selectFrom('outbox')
    .selectAll()
    .where('queue', '=', queue)
    .where('sent_at', 'is', null)
  const row = due.where('given_up_at', 'is', null).where(hasComeIn('due_at', at, MAX_PAUSE))
  return (await row.orderBy('due_at').orderBy('id').limit(1).executeTakeFirst()) ?? null
}

type MailChange = Partial<
  Pick<OutboxMail, 'attempts' | 'due_at' | 'sent_at' | 'given_up_at' | 'last_error' | 'not_after'>
>

/** False if it changed since it was read. A mail that needs no more tries loses its secret. */
export async function updateMail(tx: Db, mail: OutboxMail, change: MailChange): Promise<boolean> {
  const changed = await tx
    .updateTable('outbox')
    .set({ ...change, ...(change.sent_at || change.given_up_at ? { secret: null } : {}) })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** A product has its own limit instead of a setting. */
const SWITCHES = {
  order: 'mail_new_orders',
  changed: 'mail_cancelled_orders',
  cancelled: 'mail_cancelled_orders',
  disputed: 'mail_disputes',
  question: 'mail_questions',
  low: 'no switch',
} as const satisfies Record<NewsKind, SettingKey | 'no switch'>

type News =
  | { kind: Exclude<NewsKind, 'question' | 'low'>; orderId: number }
  | { kind: 'question'; questionId: number }
  | { kind: 'low'; productId: number }

/** In the caller's transaction. `notifyFarmer` mails it together with whatever else happened. */
export async function notifyFarm(tx: Db, news: News, at: Date): Promise<void> {
  const ids = { orderId: null, questionId: null, productId: null }
  await insertNews(tx, { ...ids, ...news, at: at.toISOString(), key: SWITCHES[news.kind] })
}

type NewsRow = { kind: NewsKind; at: string; key: string } & Record<
  'orderId' | 'questionId' | 'productId',
  number | null
>

/** One statement, because every order waits for it. */
const insertNews = prepared(
  (_, { kind, orderId, questionId, productId, at, key }: NewsRow) => sql`
    insert into farm_news (kind, order_id, question_id, product_id, at)
    select ${kind}, cast(${orderId} as integer), cast(${questionId} as integer),
      cast(${productId} as integer), ${at}
    where not exists (select 1 from settings where key = ${key} and value = 'false')
  `,
)
