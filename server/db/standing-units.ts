import { sql } from 'kysely'

/** As `standingOf` counts, of a row of `order_items`. */
export const STANDING_UNITS = sql<number>`(order_items.quantity - order_items.returned + order_items.changed)`
