import { type RawBuilder, sql } from 'kysely'

/** What a command undoes another one as; of another kind, order or market day that one stands. */
export type VoidKind =
  | 'sell'
  | 'pay'
  | `give/${number}`
  /** A status that was set by hand: the gives before it say no more that an order is delivered. */
  | `status/${number}`
  | `${'cash-start' | 'came-home'}/${number}`

/** Whether a row of `voids` undoes its target as this. */
export function isVoidAs(kind: VoidKind | RawBuilder<string>) {
  return sql<boolean>`voids.kinds like '% ' || ${kind} || ' %'`
}

/** A report of what came home, by its row of `stall_goods`. */
export const OWN_HOME = sql<string>`'came-home/' || stall_goods.market_day_id`
