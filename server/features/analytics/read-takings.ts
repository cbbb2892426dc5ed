import { type SqlBool, sql } from 'kysely'
import type { Takings } from '#contract/money/analytics.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/write.ts'
import { sumCards } from './figure-queries.ts'

const IS_SALE = sql<SqlBool>`sale_id is not null`

/** What was taken by card and without one, ever. `db` should see one moment. */
export async function readTakings(db: Db, { livemode }: { livemode: boolean }): Promise<Takings> {
  const card = await sumCards(db, livemode)
  const sums = await db
    .selectFrom('tenders')
    .select((row) => [IS_SALE.as('is_sale'), row.fn.sum<number>('amount_cents').as('amount')])
    .groupBy(IS_SALE)
    .execute()
  const sumOf = (isSale: boolean) =>
    sums.find(({ is_sale }) => Boolean(is_sale) === isSale)?.amount ?? 0
  return {
    card: dollarsOf(card),
    orders: dollarsOf(sumOf(false)),
    sales: dollarsOf(sumOf(true)),
    together: dollarsOf(card + sumOf(false) + sumOf(true)),
  }
}
