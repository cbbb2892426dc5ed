import type { Selectable } from 'kysely'
import type { Db, PaymentsTable } from '#server/db/tables.ts'

export type PaymentRow = Selectable<PaymentsTable>

export async function findPayment(db: Db, id: string): Promise<PaymentRow | null> {
  return (await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findPaymentOfIntent(db: Db, intentId: string): Promise<PaymentRow | null> {
  return (await db.selectFrom('payments').selectAll().where('intent_id', '=', intentId).executeTakeFirst()) ?? null
}

export async function findPaymentOfOrder(db: Db, orderId: number): Promise<PaymentRow | null> {
  return (await db.selectFrom('payments').selectAll().where('order_id', '=', orderId).executeTakeFirst()) ?? null
}

/** The payment a checkout stands with: the live one, else the latest that ended. */
export async function findPaymentOfCheckout(db: Db, checkoutKey: string): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('checkout_key', '=', checkoutKey)
    .orderBy((row) => row.case().when('state', 'in', ['canceling', 'canceled']).then(1).else(0).end())
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a browser is known from a payment before. */
export async function hasBegunPayment(db: Db, visitorHash: string): Promise<boolean> {
  const begun = db.selectFrom('payments').select('id').where('visitor_hash', '=', visitorHash)
  return (await begun.limit(1).executeTakeFirst()) !== undefined
}

/** A visitor's open payments without a checkout key, the latest first. */
export async function listOpenLiteralPayments(db: Db, visitorHash: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('visitor_hash', '=', visitorHash)
    .where('checkout_key', 'is', null)
    .where('state', '=', 'open')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
}
