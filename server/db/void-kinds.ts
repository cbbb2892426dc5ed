import { type RawBuilder, sql } from 'kysely'

/** As what a command undoes another: one of another kind, order or market day stands. */
export type VoidKind =
  | 'sell'
  | 'pay'
  | `${'give' | 'pack'}/${number}`
  /** Of a product's line of an order. */
  | `weigh/${number}/${number}`
  /** A status set by hand: earlier gives and packs no longer lead to another status. */
  | `status/${number}`
  | `${'cash-start' | 'came-home'}/${number}`

/** Whether a row of `voids` undoes its target as this. */
export function isVoidAs(kind: VoidKind | RawBuilder<string>) {
  return sql<boolean>`voids.kinds like '% ' || ${kind} || ' %'`
}

/** A report of what came home, by its row of `stall_goods`. */
export const OWN_RETURNS = sql<string>`'came-home/' || stall_goods.market_day_id`
