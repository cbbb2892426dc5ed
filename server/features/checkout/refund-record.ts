import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Cents, cents, toDollars } from '#contract/money.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db, RefundsTable } from '#server/db/tables.ts'
import type { PaymentRow } from './payment-record.ts'

export type RefundRow = Selectable<RefundsTable>

type Part = { id?: string; amount: Cents; reason: string; restock: boolean }

/** Decides to give back a part of a captured payment, whose row the caller has locked; `sendRefunds` does it after the commit. Answers the refund's id. */
export async function requestRefund(
  tx: Db,
  paymentId: string,
  part: Part,
  at: Date,
): Promise<string> {
  const id = part.id ?? randomUUID()
  const refund = {
    id,
    payment_id: paymentId,
    amount_cents: part.amount,
    reason: part.reason,
    restock: part.restock,
  }
  await tx
    .insertInto('refunds')
    .values({
      ...refund,
      state: 'requested',
      provider_refund_id: null,
      error_message: null,
      created_at: at.toISOString(),
      touched_at: at.toISOString(),
    })
    .execute()
  return id
}

export async function requestFullRefund(
  tx: Db,
  payment: PaymentRow,
  captured: Cents,
  at: Date,
): Promise<void> {
  const amount = cents(captured - (await refundedCents(tx, payment.id)))
  if (amount > 0)
    await requestRefund(tx, payment.id, { amount, reason: 'order cancelled', restock: true }, at)
}

export function allRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  const rows = db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId)
  return rows.orderBy('created_at').orderBy('id').execute()
}

/** What is given back or about to be: refunds that have not failed, in cents. */
export async function refundedCents(db: Db, paymentId: string): Promise<Cents> {
  const row = await db
    .selectFrom('refunds')
    .select((refund) =>
      refund.fn.coalesce(refund.fn.sum<number>('amount_cents'), refund.lit(0)).as('total'),
    )
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(row.total) as Cents
}

/**
 * Shrinks the refunds that are decided and not done to what is left of the payment after those that are on their way or done, the
 * oldest first; where nothing is left, the request is dropped. The caller has locked the payment.
 */
export async function shrinkRequests(
  tx: Db,
  payment: PaymentRow,
  at: Date,
): Promise<{ requests: RefundRow[]; isChanged: boolean }> {
  const rows = await allRefunds(tx, payment.id)
  const given = rows.filter(({ state }) => state === 'pending' || state === 'succeeded')
  let left = payment.captured_cents - given.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const requests: RefundRow[] = []
  let isChanged = false
  for (const row of rows.filter(({ state }) => state === 'requested')) {
    const amount = cents(Math.max(0, Math.min(row.amount_cents, left)))
    left -= amount
    if (amount < row.amount_cents) {
      isChanged = true
      await shrink(tx, row, { amount, at })
    }
    // Another amount is another call to the provider: the same key would be refused.
    if (amount > 0)
      requests.push(
        amount < row.amount_cents
          ? { ...row, amount_cents: amount, retries: row.retries + 1 }
          : row,
      )
  }
  return { requests, isChanged }
}

async function shrink(
  tx: Db,
  row: RefundRow,
  { amount, at }: { amount: Cents; at: Date },
): Promise<void> {
  const before = { amount: toDollars(row.amount_cents), reason: row.reason }
  const after = amount > 0 ? { ...before, amount: toDollars(amount) } : null
  await recordChange(tx, { action: 'shrunk', subject: `refund:${row.id}`, before, after }, at)
  if (amount === 0) await tx.deleteFrom('refunds').where('id', '=', row.id).execute()
  else
    await tx
      .updateTable('refunds')
      .set({ amount_cents: amount, retries: row.retries + 1, touched_at: at.toISOString() })
      .where('id', '=', row.id)
      .execute()
}
