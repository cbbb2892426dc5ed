import type { Generated } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { Day } from './calendar.ts'
import type { Instant } from './columns.ts'

export type SalesTable = {
  id: string
  /** The market day it was made on; null at the farm between two. */
  market_day_id: number | null
  /** The sum of its lines; 0 is a gift. */
  total_cents: Cents
  note: string | null
  at: Instant
  /** Undone: its goods and its money went back, the latter by tenders below 0. */
  undone_at: Generated<Instant | null>
}

/** `cents` is of the whole line: three for $5.00 has no price of one. */
type SaleItemsTable = {
  sale_id: string
  number: number
  product_id: number | null
  name: string
  units: number
  cents: Cents
  /** How many the stock covered; the rest was sold beyond the books. */
  from_stock: Generated<number>
}

/** Money taken (or, below 0, given back) for one order or one sale. Only ever added to. */
export type TendersTable = {
  /** The page's UUID: the same again is taken once. */
  id: string
  order_id: number | null
  sale_id: string | null
  /** The way to pay as it was called then, and whether it counted in the cash box then. */
  name: string
  is_cash: boolean
  amount_cents: number
  note: string | null
  /** The market day in whose box it is; null for what was taken elsewhere. */
  market_day_id: number | null
  at: Instant
  /** How many counts of that box came before it; null where only the time tells. */
  after_count: Generated<number | null>
}

/** Change in the box at the start (a mistake is another one), put in, or, below 0, paid out. */
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

/** What was counted, and what should have been there then; a later count never edits an earlier one. */
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
