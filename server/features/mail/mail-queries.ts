import { type Selectable, sql } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { OrderBalance } from '#contract/orders/order-balance.ts'
import { DESK_QUEUES, hasFailed } from '#server/core/watched-mails.ts'
import type { MailKind, MailQueue, OrderMailKind } from '#server/db/tables/mail.ts'
import type { OrdersTable } from '#server/db/tables/orders.ts'
import type { Db } from '#server/db/tables.ts'
import { type Destination, readDestinations } from '#server/features/calendar/read-destinations.ts'
import { isTestOrder, PAID, readBalances, WORTH } from '#server/features/standing/order-balance.ts'
import { type ChangeRow, listChanges } from '#server/features/standing/order-changes.ts'
import { type ItemRow, selectItems } from '#server/features/standing/weighings.ts'
import type { OutboxMail } from './outbox.ts'

/**
 * What an order's mail tells of: its order with the lines agreed, whether money was real, all that
 * was given back of it, and the refund of a `refunded` mail.
 */
export type MailFacts = {
  kind: OrderMailKind
  at: string
  order: Selectable<OrdersTable>
  destination: Destination
  items: ItemRow[]
  /** Of an order without a card; null of one with a card. */
  balance: OrderBalance | null
  livemode: boolean
  givenBack: Cents
  /** The order's changes, oldest first, and the one a `changed` mail is about. */
  changes: ChangeRow[]
  change: ChangeRow | null
  refund: { amount_cents: number; reason: string } | null
  /** Why it was cancelled, in the farmer's words; empty without a reason. */
  message: string
}

/** The latest ones, and the latest of those that failed, however long ago; the newest first. */
export async function listMails(db: Db, most: number, at: Date): Promise<OutboxMail[]> {
  const shown = new Map<number, OutboxMail>()
  // One queue after the other, each by its index.
  for (const queue of DESK_QUEUES) {
    const mails = db.selectFrom('outbox').selectAll().where('queue', '=', queue)
    const latest = await mails.orderBy('id', 'desc').limit(most).execute()
    const givenUp = mails.where('given_up_at', 'is not', null).where(hasFailed(at))
    const failed = await givenUp.orderBy('given_up_at', 'desc').limit(most).execute()
    for (const mail of [...latest, ...failed]) shown.set(mail.id, mail)
  }
  return latestOf(
    [...shown.values()].sort((a, b) => b.id - a.id),
    most,
  )
}

function latestOf(mails: readonly OutboxMail[], most: number): OutboxMail[] {
  const isFailed = (mail: OutboxMail) => mail.given_up_at !== null && mail.last_error !== null
  return mails.filter((mail, index) => index < most || isFailed(mail))
}

export async function findMail(db: Db, id: number): Promise<OutboxMail | null> {
  return (await mailsToCustomers(db).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findConfirmation(
  db: Db,
  orderId: number,
): Promise<Pick<OutboxMail, 'sent_at' | 'given_up_at'> | null> {
  const mails = db.selectFrom('outbox').select(['sent_at', 'given_up_at'])
  const mail = mails.where('queue', '=', 'orders').where('kind', '=', 'order_confirmed')
  // As the index has it.
  const ofOrder = mail.where(sql`coalesce(order_id, 0)`, '=', orderId)
  return (await ofOrder.executeTakeFirst()) ?? null
}

function mailsToCustomers(db: Db) {
  return db.selectFrom('outbox').selectAll().where('queue', 'in', DESK_QUEUES)
}

/** Makes a mail due as if it had just been written, if it was sent or given up. False otherwise. */
export async function reopenMail(
  tx: Db,
  mail: OutboxMail,
  { uuid, at }: { uuid: string; at: Date },
): Promise<boolean> {
  const [created_at, due_at] = [at.toISOString(), at.toISOString()]
  const reopened = await tx
    .updateTable('outbox')
    .set({
      uuid,
      created_at,
      due_at,
      attempts: 0,
      sent_at: null,
      given_up_at: null,
      last_error: null,
      // What waited too long was closed by it; the others' is their market day's.
      not_after: sql`case when queue = 'days' then not_after end`,
    })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where((row) => row.or([row('sent_at', 'is not', null), row('given_up_at', 'is not', null)]))
    .executeTakeFirst()
  return reopened.numUpdatedRows > 0n
}

/** When a person was last sent mails of some queues since an instant, the oldest first. */
export async function listSentTo(
  db: Db,
  { recipient, queues }: { recipient: string; queues: readonly MailQueue[] },
  since: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('sent_at')
    .where('queue', 'in', queues)
    .where((row) => row(row.fn<string>('lower', ['recipient']), '=', recipient.toLowerCase()))
    .where('sent_at', '>', since.toISOString())
    .orderBy('sent_at')
    .execute()
  return rows.flatMap((row) => row.sent_at ?? [])
}

export async function readFacts(
  db: Db,
  mails: readonly OutboxMail[],
): Promise<Map<number, MailFacts>> {
  const ids = [...new Set(mails.flatMap((mail) => mail.order_id ?? []))]
  if (ids.length === 0) return new Map()
  const orders = db.selectFrom('orders').leftJoin('payments', 'payments.order_id', 'orders.id')
  const rows = await orders
    .selectAll('orders')
    .select('payments.livemode')
    .select([WORTH.as('worth'), PAID.as('paid')])
    .where('orders.id', 'in', ids)
    .execute()
  const items = await selectItems(db)
    .where('order_items.order_id', 'in', ids)
    .orderBy('order_items.product_id')
    .execute()
  const [given, changes] = [await sumsGivenBack(db, ids), await listChanges(db, ids)]
  const destinations = await readDestinations(db, rows)
  const balances = await readBalances(db, rows)
  const refunds = await listRefunds(
    db,
    mails.flatMap((mail) => mail.refund_id ?? []),
  )
  const facts = mails.flatMap((mail) => {
    const order = rows.find((row) => row.id === mail.order_id)
    const destination = order && destinations.get(order.id)
    if (!order || !destination || !isOfOrder(mail.kind)) return []
    const lines = items.filter((item) => item.order_id === order.id)
    const refund = refunds.find((one) => one.id === mail.refund_id) ?? null
    const changesOf = changes.get(order.id) ?? []
    const money = {
      changes: changesOf,
      change: changesOf.find(({ id }) => id === mail.about) ?? null,
      balance: balances.get(order.id) ?? null,
      livemode: !isTestOrder(order),
      givenBack: given.get(order.id) ?? (0 as Cents),
      refund,
      message: mail.message ?? '',
    }
    return [
      [
        mail.id,
        { kind: mail.kind, at: mail.created_at, order, destination, items: lines, ...money },
      ] as const,
    ]
  })
  return new Map(facts)
}

const OF_ORDERS: readonly OrderMailKind[] = [
  'order_confirmed',
  'order_failed',
  'refunded',
  'changed',
  'cancelled',
]

function isOfOrder(kind: MailKind): kind is OrderMailKind {
  return OF_ORDERS.some((known) => known === kind)
}

async function sumsGivenBack(db: Db, orderIds: number[]): Promise<Map<number | null, Cents>> {
  const refunds = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
  const rows = await refunds
    .select((row) => ['payments.order_id', row.fn.sum<number>('refunds.amount_cents').as('cents')])
    .where('payments.order_id', 'in', orderIds)
    .where('refunds.state', '!=', 'failed')
    .groupBy('payments.order_id')
    .execute()
  return new Map(rows.map((row) => [row.order_id, Number(row.cents) as Cents]))
}

async function listRefunds(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'reason'])
    .where('id', 'in', ids)
    .execute()
}
