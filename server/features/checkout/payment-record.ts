import { type Insertable, type Selectable, sql } from 'kysely'
import { deleteValue, getValue, setValue } from '#server/core/key-value.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'

export type PaymentRow = Selectable<Tables['payments']>

export const ATTEMPT = 15 * 60_000

export type Buyer = { checkoutKey: string | null; visitorHash: string | null }

/** `address`: an `addressKey`, absent without limits. `isNew`: no cookie, so no earlier payment. */
export type Payer = Buyer & { address?: string; isNew?: boolean }

export function findPayment(db: Db, id: string): Promise<PaymentRow | null> {
  return findBy(db, { id })
}

export function findPaymentOfIntent(db: Db, intentId: string): Promise<PaymentRow | null> {
  return findBy(db, { intent_id: intentId })
}

export function findPaymentOfOrder(db: Db, orderId: number): Promise<PaymentRow | null> {
  return findBy(db, { order_id: orderId })
}

type UniqueKey = { id: string } | { intent_id: string } | { order_id: number }

async function findBy(db: Db, key: UniqueKey): Promise<PaymentRow | null> {
  return (await selectBy(db, key)).rows[0] ?? null
}

const selectBy = prepared((db, key: UniqueKey) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where((row) => row.and(key)),
)

export async function findPaymentOfCheckout(db: Db, checkoutKey: string) {
  return (await selectOfCheckout(db, { checkoutKey })).rows[0] ?? null
}

const selectOfCheckout = prepared((db, { checkoutKey }: { checkoutKey: string }) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('checkout_key', '=', checkoutKey)
    .orderBy((row) =>
      row.case().when('state', 'in', ['canceling', 'canceled']).then(1).else(0).end(),
    )
    .orderBy('created_at', 'desc')
    .limit(1),
)

export async function hasBegunPayment(db: Db, visitorHash: string): Promise<boolean> {
  const begun = db.selectFrom('payments').select('id').where('visitor_hash', '=', visitorHash)
  return (await begun.limit(1).executeTakeFirst()) !== undefined
}

export async function hasBought(db: Db, visitorHash: string): Promise<boolean> {
  const bought = db.selectFrom('payments').select('id').where('visitor_hash', '=', visitorHash)
  return (await bought.where('order_id', 'is not', null).limit(1).executeTakeFirst()) !== undefined
}

const IS_BEGUN = sql`state in ('creating', 'open') and address_key is not null`

export async function countOpenPayments(db: Db): Promise<number> {
  return (await countOpen(db, {})).rows[0]?.count ?? 0
}

const countOpen = prepared(
  () => sql<{ count: number }>`select count(*) as count from payments where ${IS_BEGUN}`,
)

export async function listOpenAddresses(db: Db): Promise<string[]> {
  const found = sql<{ address_key: string }>`select address_key from payments where ${IS_BEGUN}`
  return (await found.execute(db)).rows.map(({ address_key }) => address_key)
}

const MAX_LISTED = 20

export async function listPaymentsOfVisitor(
  db: Db,
  visitorHash: string | null,
): Promise<PaymentRow[]> {
  return visitorHash ? (await selectOfVisitor(db, { visitorHash })).rows : []
}

const selectOfVisitor = prepared((db, { visitorHash }: { visitorHash: string }) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('visitor_hash', '=', visitorHash)
    .where('checkout_key', 'is', null)
    // A literal: with a bound value, SQLite would replan every time because of the partial indexes.
    .where('state', '=', sql.lit('open' as const))
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED),
)

export const insertPayment = prepared((tx, payment: Insertable<Tables['payments']>) =>
  tx.insertInto('payments').values(payment),
)

export async function lockPaymentOfOrder(tx: Db, orderId: number, at: Date) {
  const payment = touched(tx, at).where('order_id', '=', orderId)
  return (await payment.returningAll().executeTakeFirst()) ?? null
}

export async function lockCapturedPayment(tx: Db, id: string, at: Date) {
  const payment = touched(tx, at).where('id', '=', id).where('state', '=', 'captured')
  return (await payment.returningAll().executeTakeFirst()) ?? null
}

export async function touchPayment(tx: Db, id: string, at: Date): Promise<void> {
  await touched(tx, at).where('id', '=', id).execute()
}

function touched(tx: Db, at: Date) {
  return tx.updateTable('payments').set({ touched_at: at.toISOString() })
}

/** Stores the intent of a payment that was abandoned while being created, so it can be voided. */
export async function setIntentId(tx: Db, id: string, intentId: string): Promise<void> {
  const payment = tx.updateTable('payments').set({ intent_id: intentId }).where('id', '=', id)
  await payment.where('intent_id', 'is', null).execute()
}

export async function setDeclines(tx: Db, { id, declines }: PaymentRow, counted: number) {
  if (counted <= declines) return false
  const payment = tx.updateTable('payments').set({ declines: counted }).where('id', '=', id)
  return (await payment.where('declines', '=', declines).executeTakeFirst()).numUpdatedRows > 0n
}

export async function alertOnce(shop: Shop, paymentId: string, message: string): Promise<void> {
  const alerted = await write(shop.db, (tx) =>
    tx
      .updateTable('payments')
      .set({ alerted_at: shop.now().toISOString() })
      .where('id', '=', paymentId)
      .where('alerted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (alerted.numUpdatedRows > 0n) shop.report('settle a payment', new Error(message))
}

/** Locks the shop to live mode, so it never falls back to test cards on its own. */
export async function lockLiveMode(tx: Db, payment: Pick<PaymentRow, 'livemode'>): Promise<void> {
  // Check first: writing this one row every time would serialize live captures.
  if (payment.livemode && !(await isLockedLive(tx))) await setValue(tx, 'payments_live', '1')
}

export async function isLockedLive(db: Db): Promise<boolean> {
  return (await getValue(db, 'payments_live')) === '1'
}

export function unlockLiveMode(db: Db): Promise<boolean> {
  return write(db, (tx) => deleteValue(tx, 'payments_live'))
}

/** The only row that two keyless payments of one browser share. */
export async function lockVisitor(tx: Db, hash: string, at: Date): Promise<void> {
  await upsertVisitor(tx, { hash, seen_at: at.toISOString() })
}

const upsertVisitor = prepared((tx, visitor: { hash: string; seen_at: string }) =>
  tx
    .insertInto('visitors')
    .values(visitor)
    .onConflict((known) => known.column('hash').doUpdateSet({ seen_at: sql`excluded.seen_at` })),
)
