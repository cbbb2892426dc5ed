import { type SqlBool, sql } from 'kysely'
import { NOT_TO_PACK } from '#server/db/order-statuses.ts'

/** As `standingOf` counts, of a row of `order_items`. */
export const STANDING_UNITS = sql<number>`(order_items.quantity - order_items.returned + order_items.changed)`

/** As `standingCentsOf` counts, of a row of `order_items`. */
export const STANDING_CENTS = sql<number>`(order_items.quantity * order_items.unit_cents
  - order_items.returned_cents + order_items.changed_cents)`

/**
 * Of rows of `orders`: their goods were taken off the stock, stand and lie on the farm, promised to
 * a buyer. Begins as the partial index of orders to pack does.
 */
export const HOLDS_GOODS = sql<SqlBool>`(orders.status not in ${NOT_TO_PACK}
  and orders.collected_at is null and not orders.has_left and orders.stock_taken)`
