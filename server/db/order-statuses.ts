import { type RawBuilder, sql } from 'kysely'
import { ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'

type Entry = (typeof ORDER_STATUS)[OrderStatus]

/** Literal SQL, because a partial index is used only where its condition is spelled out. */
export const TO_PACK = statusesOf(({ isToPack }) => isToPack)
export const NOT_TO_PACK = statusesOf(({ isToPack }) => !isToPack)
export const HAS_LEFT = statusesOf(({ hasLeft }) => hasLeft)

function statusesOf(isOne: (entry: Entry) => boolean): RawBuilder<OrderStatus> {
  const statuses = ORDER_STATUSES.filter((status) => isOne(ORDER_STATUS[status]))
  return sql`(${sql.join(statuses.map((status) => sql.lit(status)))})`
}
