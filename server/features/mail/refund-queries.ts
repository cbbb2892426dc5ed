import type { Cents } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'

export async function sumsGivenBack(
  db: Db,
  orderIds: number[],
): Promise<Map<number | null, Cents>> {
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

export async function listRefunds(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'reason'])
    .where('id', 'in', ids)
    .execute()
}
