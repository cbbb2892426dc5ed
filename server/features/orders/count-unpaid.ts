import { type SqlBool, sql } from 'kysely'
import { HAS_LEFT } from '#server/db/order-statuses.ts'
import type { Db } from '#server/db/write.ts'
import { PAID, WORTH } from '#server/features/order-balance/order-balance.ts'
import { CARDS_WITHOUT_MONEY } from './find-orders-queries.ts'

/** Nobody is late with money while the goods wait on the farm for their day. */
const IS_LATE = (at: string) => sql<SqlBool>`(orders.status in ${HAS_LEFT} or orders.has_left
  or orders.collected_at is not null or exists (select 1 from market_days
    where market_days.id = orders.market_day_id and market_days.closes_at <= ${at}))`

/** Orders that went unpaid: handed over, or their day is over; and cards that were not charged. */
export async function countUnpaid(db: Db, since: Date, at: Date): Promise<number> {
  const { many } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('created_at', '>=', since.toISOString())
    .where(sql<SqlBool>`status <> 'cancelled'`)
    .where(
      sql<SqlBool>`(payment_method = 'other' and ${PAID} < ${WORTH} and ${IS_LATE(at.toISOString())}
        or payment_method = 'card' and id in (${CARDS_WITHOUT_MONEY}))`,
    )
    .executeTakeFirstOrThrow()
  return Number(many)
}
