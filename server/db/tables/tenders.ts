import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Day } from './calendar.ts'
import type { Instant } from './columns.ts'

export type SalesTable = {
  id: string
  market_day_id: number
  /** The sum of its lines; 0 is a gift. */
  total_cents: Cents
  note: string | null
  at: Instant
  /** When its goods and money went back, the money by negative tenders. */
  undone_at: Generated<Instant | null>
}

/** `cents`: for the whole line, since three for $5.00 has no price of one. */
type SaleItemsTable = {
  sale_id: string
  number: number
  product_id: number | null
  name: string
  category: string | null
  units: number
  cents: Cents
}

/** Money taken, or given back below 0, for one order or sale; rows are only added. */
export type TendersTable = {
  /** A UUID from the page: sent twice, it is taken once. */
  id: string
  order_id: number | null
  sale_id: string | null
  /** The way's name, and whether it was cash, at the time. */
  name: string
  is_cash: boolean
  amount_cents: number
  note: string | null
  /** The market day whose cash box it is in; null if elsewhere. */
  market_day_id: number | null
  at: Instant
  /** How many counts of that box came before; null if only the time tells. */
  after_count: Generated<number | null>
}

/** Change at the start, put in, or (below 0) paid out; mistakes get another row. */
type CashMovesTable = {
  id: string
  market_day_id: number
  kind: 'start' | 'put_in' | 'paid_out'
  amount_cents: number
  note: string | null
  at: Instant
  /** As of a payment. */
  after_count: Generated<number | null>
}

/** A count, and what should have been there then; later counts edit nothing. */
type CashCountsTable = {
  id: string
  market_day_id: number
  /** Of the day's counts: 1, 2, 3 … */
  number: number
  expected_cents: number
  counted_cents: Cents
  note: string | null
  at: Instant
}

type NoShowsTable = {
  id: string
  order_id: number
  market_day_id: number
  decision: 'keep' | 'next_day' | 'give_away' | 'cancel'
  keep_until: Day | null
  to_day_id: number | null
  message: Generated<string>
  at: Instant
}

export type TenderTables = {
  sales: SalesTable
  sale_items: SaleItemsTable
  tenders: TendersTable
  cash_moves: CashMovesTable
  cash_counts: CashCountsTable
  no_shows: NoShowsTable
}
