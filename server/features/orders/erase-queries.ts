import { sql } from 'kysely'
import { markOf } from '#server/db/erased-list.ts'
import type { Db } from '#server/db/tables.ts'

const ERASED_TEXT = 'Erased with the customer.'

/**
 * Takes the person out of an order and of all that is told of it; number, lines, sums and dates
 * stay.
 */
export async function erasePerson(tx: Db, id: number, at: string): Promise<void> {
  const order = await tx
    .updateTable('orders')
    .set(NOBODY)
    .where('id', '=', id)
    .returning('receipt_secret')
    .execute()
  await tx.deleteFrom('order_words').where('order_id', '=', id).execute()
  await tx
    .updateTable('outbox')
    .set({ recipient: '', message: null, last_error: null })
    .where('order_id', '=', id)
    .execute()
  await tx.updateTable('no_shows').set({ message: '' }).where('order_id', '=', id).execute()
  const payments = tx
    .updateTable('payments')
    .set({ basket: null, body_hash: null, visitor_hash: null })
  const own = await payments.where('order_id', '=', id).returning('id').execute()
  const paymentIds = own.map((payment) => payment.id)
  if (paymentIds.length > 0) await eraseReasons(tx, id, paymentIds)
  const marks = order.map(({ receipt_secret }) => ({
    mark: markOf(receipt_secret),
    order_id: id,
    at,
  }))
  await tx
    .insertInto('erased_orders')
    .values(marks)
    .onConflict((exists) => exists.doNothing())
    .execute()
}

const NOBODY = {
  customer_name: 'Erased customer',
  customer_email: '',
  customer_phone: null,
  shipping_address: null,
  notes: null,
  pickup_name: null,
  farm_note: null,
  body_hash: '',
  visitor_hash: null,
}

/** Why money was given back, and the farm's note, are told in free words, which may name somebody. */
async function eraseReasons(tx: Db, id: number, paymentIds: string[]): Promise<void> {
  const refunds = tx.updateTable('refunds').set({ reason: ERASED_TEXT, error_message: null })
  const own = await refunds.where('payment_id', 'in', paymentIds).returning('id').execute()
  const subjects = [`order:${id}`, ...own.map((refund) => `refund:${refund.id}`)]
  const details = await tx
    .selectFrom('audit')
    .select(['id', 'before', 'after'])
    .where('subject', 'in', subjects)
    .execute()
  for (const { id: entry, before, after } of details)
    await tx
      .updateTable('audit')
      .set({ before: withoutWords(before), after: withoutWords(after) })
      .where('id', '=', entry)
      .execute()
}

const FREE_WORDS = ['reason', 'farmNote']

function withoutWords(details: object | null): string | null {
  if (!details) return null
  const told = FREE_WORDS.filter((field) => field in details)
  const erased = Object.fromEntries(told.map((field) => [field, ERASED_TEXT]))
  return JSON.stringify({ ...details, ...erased })
}

/**
 * Orders placed before an instant that still say whose they are, the oldest first, after one of
 * them.
 */
export function listWithPerson(
  db: Db,
  wanted: { before: string; after: ErasePosition | null; most: number },
) {
  const { before, after, most } = wanted
  let orders = db
    .selectFrom('orders')
    .select(['id', 'created_at'])
    .where(sql<boolean>`customer_email <> ''`)
  orders = orders.where('created_at', '<', before)
  if (after)
    orders = orders.where((row) =>
      row(row.refTuple('created_at', 'id'), '>', row.tuple(after.created_at, after.id)),
    )
  return orders.orderBy('created_at').orderBy('id').limit(most).execute()
}

export type ErasePosition = { id: number; created_at: string }
