import { type SqlBool, sql } from 'kysely'
import { standingOf } from '#contract/standing.ts'
import type { Db } from '#server/db/tables.ts'
import { selectItems } from '#server/features/standing/weighings.ts'
import { type ListScope, NO_LONGER_TO_PACK } from './list-scope.ts'

const IS_PACKED = sql<SqlBool>`(${NO_LONGER_TO_PACK} or orders.packed_at is not null)`

/** Packed orders with goods that nobody has weighed, and for which as much is charged as they may cost. */
export async function countToWeigh(
  db: Db,
  scope: Pick<ListScope, 'orders' | 'lines'>,
): Promise<number> {
  const rows = await selectItems(db)
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .where(scope.orders)
    .where(scope.lines)
    .where('order_items.weigh_unit', 'is not', null)
    .where('weighings.cents', 'is', null)
    .where(IS_PACKED)
    .execute()
  return new Set(rows.filter((row) => standingOf(row) > 0).map(({ order_id }) => order_id)).size
}
