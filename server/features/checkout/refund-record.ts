import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Cents, cents } from '#contract/money/money.ts'
import { ORDER_CANCELLED } from '#contract/money/refunds.ts'
import type { RefundsTable } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'
import { REFUNDED } from '#server/features/standing/order-balance.ts'
import type { PaymentRow } from './payment-record.ts'
import { movePayment } from './transitions.ts'

export type RefundRow = Selectable<RefundsTable>

type Part = { id?: string; amount: Cents; reason: string; restock: boolean }

/** Decides a refund of a locked payment; `sendRefunds` sends it. Returns its id. */
export async function requestRefund(
  tx: Db,
  paymentId: string,
  { id = randomUUID(), amount, reason, restock }: Part,
  at: Date,
): Promise<string> {
  const refund = {
    id,
    payment_id: paymentId,
    amount_cents: amount,
    reason,
    restock,
    state: 'requested' as const,
    provider_refund_id: null,
    error_message: null,
    created_at: at.toISOString(),
    touched_at: at.toISOString(),
  }
  await tx.insertInto('refunds').values(refund).execute()
  return id
}

/** Decides to refund what is left of a captured payment, which the caller has locked. */
export async function requestFullRefund(
  tx: Db,
  payment: Captured,
  at: Date,
  reason: string = ORDER_CANCELLED,
): Promise<void> {
  const amount = await refundableCents(tx, payment)
  if (amount > 0) await requestRefund(tx, payment.id, { amount, reason, restock: true }, at)
}

/** Refunds a capture whose order was cancelled meanwhile; false if not `canceling`. */
export async function refundLateCapture(
  tx: Db,
  { id }: PaymentRow,
  captured_cents: Cents,
  at: Date,
): Promise<boolean> {
  const set = { captured_cents }
  const isCaptured = await movePayment(tx, { id, from: 'canceling', to: 'captured', at, set })
  if (isCaptured) await requestFullRefund(tx, { id, captured_cents }, at)
  return isCaptured
}

export function allRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  const rows = db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId)
  return rows.orderBy('created_at').orderBy('id').execute()
}

type Captured = Pick<PaymentRow, 'id' | 'captured_cents'>

export async function refundableCents(db: Db, { id, captured_cents }: Captured): Promise<Cents> {
  return cents(captured_cents - (await refundedCents(db, id)))
}

/** What is refunded or about to be: refunds that have not failed, in cents. */
export async function refundedCents(db: Db, paymentId: string): Promise<Cents> {
  const payments = db.selectFrom('payments').where('id', '=', paymentId)
  const { refunded } = await payments.select(REFUNDED.as('refunded')).executeTakeFirstOrThrow()
  return Number(refunded) as Cents
}
