import { type RawBuilder, sql } from 'kysely'

/** What a command undoes another as; it has no effect on another kind, order or market day. */
export type VoidKind =
  | 'sell'
  | 'pay'
  | `${'give' | 'pack'}/${number}`
  | `weigh/${number}/${number}`
  /** Set by hand: earlier gives and packs no longer change the status. */
  | `status/${number}`
  | `${'cash-start' | 'came-home'}/${number}`

export function isVoidAs(kind: VoidKind | RawBuilder<string>) {
  return sql<boolean>`voids.kinds like '% ' || ${kind} || ' %'`
}

export const OWN_RETURNS = sql<string>`'came-home/' || stall_goods.market_day_id`
