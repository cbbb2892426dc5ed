import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Day } from './calendar.ts'
import type { Instant } from './columns.ts'

export type SalesTable = {
  id: string
  market_day_id: number
  total_cents: Cents
  note: string | null
  at: Instant
  undone_at: Generated<Instant | null>
}

/** For one order or sale; negative: given back. Append-only. */
export type TendersTable = {
  id: string
  order_id: number | null
  sale_id: string | null
  /** As of when it was taken. */
  name: string
  is_cash: boolean
  amount_cents: number
  note: string | null
  /** Whose cash box it went into; null if elsewhere. */
  market_day_id: number | null
  at: Instant
  /** How many counts of that box came before; null if only the time tells. */
  after_count: Generated<number | null>
  /** SNAP benefits, according to the list at that time. */
  is_ebt: Generated<boolean>
}

export type TenderTables = {
  sales: SalesTable
  /** `cents` is for the whole line: three for $5.00 has no unit price. */
  sale_items: {
    sale_id: string
    number: number
    product_id: number | null
    name: string
    category: string | null
    units: number
    cents: Cents
    /** As of then; the rate in hundredths of a percent. */
    snap: Generated<boolean>
    tax_bp: Generated<number>
  }
  tenders: TendersTable
  cash_moves: {
    id: string
    market_day_id: number
    kind: 'start' | 'put_in' | 'paid_out'
    amount_cents: number
    note: string | null
    at: Instant
    /** As in `TendersTable`. */
    after_count: Generated<number | null>
  }
  cash_counts: {
    id: string
    market_day_id: number
    /** 1, 2, 3 … per day. */
    number: number
    expected_cents: number
    counted_cents: Cents
    note: string | null
    at: Instant
  }
  no_shows: {
    id: string
    order_id: number
    market_day_id: number
    decision: 'keep' | 'next_day' | 'give_away' | 'cancel'
    keep_until: Day | null
    to_day_id: number | null
    message: Generated<string>
    at: Instant
  }
}
