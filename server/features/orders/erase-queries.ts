import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { receiptHashOf } from '#server/features/standing/order-mark.ts'

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
  const payments = tx
    .updateTable('payments')
    .set({ basket: null, body_hash: null, visitor_hash: null })
  const own = await payments.where('order_id', '=', id).returning('id').execute()
  const paymentIds = own.map((payment) => payment.id)
  await eraseTexts(tx, id, paymentIds)
  const marks = order.map(({ receipt_secret }) => ({
    mark: receiptHashOf(receipt_secret),
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

/** Free text may name somebody: refund reasons, notes, messages. */
async function eraseTexts(tx: Db, id: number, paymentIds: string[]): Promise<void> {
  await tx.updateTable('tenders').set({ note: null }).where('order_id', '=', id).execute()
  const changes = tx.updateTable('order_changes').where('order_id', '=', id)
  await changes.where('reason', '!=', '').set({ reason: ERASED_TEXT }).execute()
  await tx.updateTable('no_shows').set({ message: '' }).where('order_id', '=', id).execute()
  const own = paymentIds.length > 0 ? await eraseReasons(tx, paymentIds) : []
  const subjects = [`order:${id}`, ...own.map((refund) => `refund:${refund.id}`)]
  await eraseInHistory(tx, subjects, ['reason', 'farmNote', 'note'])
  await eraseAtStall(tx, id)
}

/** What was noted at the stall; its hash stays, so that a phone may send it once more. */
async function eraseAtStall(tx: Db, id: number): Promise<void> {
  const rows = tx.selectFrom('stall_commands').select(['id', 'body', 'settled_words'])
  const commands = await rows.where('order_id', '=', id).execute()
  for (const { id: uuid, body, settled_words } of commands)
    await tx
      .updateTable('stall_commands')
      .set({ body: JSON.stringify(withoutTexts(body, ['note'])) })
      .set({ settled_words: settled_words && ERASED_TEXT })
      .where('id', '=', uuid)
      .execute()
  const subjects = commands.map((command) => `stall:${command.id}`)
  await eraseInHistory(tx, subjects, ['words'])
}

async function eraseInHistory(tx: Db, subjects: string[], fields: string[]): Promise<void> {
  if (subjects.length === 0) return
  const entries = tx.selectFrom('audit').select(['id', 'before', 'after'])
  for (const { id, before, after } of await entries.where('subject', 'in', subjects).execute())
    await tx
      .updateTable('audit')
      .set({ before: before && JSON.stringify(withoutTexts(before, fields)) })
      .set({ after: after && JSON.stringify(withoutTexts(after, fields)) })
      .where('id', '=', id)
      .execute()
}

function eraseReasons(tx: Db, paymentIds: string[]): Promise<{ id: string }[]> {
  const refunds = tx.updateTable('refunds').set({ reason: ERASED_TEXT, error_message: null })
  return refunds.where('payment_id', 'in', paymentIds).returning('id').execute()
}

function withoutTexts(details: object, fields: readonly string[]): object {
  const there = Object.entries(details).filter(
    ([field, text]) => fields.includes(field) && text !== null,
  )
  return { ...details, ...Object.fromEntries(there.map(([field]) => [field, ERASED_TEXT])) }
}

type Person = Pick<OrderRow, 'customer_email' | 'payment_method' | 'body_hash'>

/** An order that the farmer wrote down may never have had an email address. */
export function isNobody({ customer_email, payment_method, body_hash }: Person): boolean {
  return customer_email === '' && (payment_method === 'card' || body_hash === NOBODY.body_hash)
}

export async function isErased(db: Db, id: number): Promise<boolean> {
  const orders = db.selectFrom('orders').select(['customer_email', 'payment_method', 'body_hash'])
  const order = await orders.where('id', '=', id).executeTakeFirst()
  return order !== undefined && isNobody(order)
}

type PageAfter = { before: string; after: ErasePosition | null; most: number }

/**
 * Orders placed before an instant that still say whose they are, the oldest first, after one of
 * them.
 */
export async function listWithPerson(db: Db, wanted: PageAfter): Promise<ErasePosition[]> {
  // Two lists, each by its own partial index, whose condition the databases know by its words.
  const withAddress = listWhere(db, wanted, sql<boolean>`customer_email <> ''`)
  const without = sql<boolean>`payment_method = 'other' and customer_email = '' and body_hash <> ''`
  const both = [...(await withAddress), ...(await listWhere(db, wanted, without))]
  return both.sort(byAge).slice(0, wanted.most)
}

function byAge(one: ErasePosition, other: ErasePosition): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? -1 : 1
  return one.id - other.id
}

function listWhere(
  db: Db,
  { before, after, most }: PageAfter,
  condition: RawBuilder<boolean>,
): Promise<ErasePosition[]> {
  let orders = db.selectFrom('orders').select(['id', 'created_at']).where(condition)
  orders = orders.where('created_at', '<', before)
  if (after)
    orders = orders.where((row) =>
      row(row.refTuple('created_at', 'id'), '>', row.tuple(after.created_at, after.id)),
    )
  return orders.orderBy('created_at').orderBy('id').limit(most).execute()
}

export type ErasePosition = { id: number; created_at: string }
