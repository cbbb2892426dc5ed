import { type Cents, cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import type { PaymentRow } from './find-payment.ts'
import { allRefunds, type RefundRow } from './refund-payment.ts'

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
      requests.push(amount < row.amount_cents ? { ...row, amount_cents: amount, retries: row.retries + 1 } : row)
  }
  return { requests, isChanged }
}

async function shrink(tx: Db, row: RefundRow, { amount, at }: { amount: Cents; at: Date }): Promise<void> {
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
