import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Instant, Json, NullableJson } from './columns.ts'

/** YYYY-MM-DD, HH:MM and MM-DD by the farm's clock. */
export type Day = string
type WallTime = string
type MonthDay = string

export type PlaceKind = 'pickup' | 'delivery'

/** A pickup place or delivery zone; `zips`: ZIP codes or prefixes, null: all. */
export type PlacesTable = {
  id: Generated<number>
  key: string
  kind: PlaceKind
  name: string
  address: Generated<string>
  map_url: string | null
  note: Generated<string>
  zips: NullableJson<string[]>
  /** For a delivery zone: its fee and minimum subtotal. */
  fee_cents: Generated<Cents>
  minimum_cents: Generated<Cents>
  /** How many open days buyers may choose from. */
  days_ahead: Generated<number>
  position: number
  retired_at: Instant | null
}

/** Makes market days weekly or every second week; ordering ends `order_days` before. */
export type DayRulesTable = {
  id: Generated<number>
  place_id: number
  weekday: number
  every_weeks: 1 | 2
  first_day: Day
  last_day: Day | null
  season_from: MonthDay | null
  season_until: MonthDay | null
  opens: WallTime
  closes: WallTime
  order_days: number
  order_time: WallTime
  capacity: number | null
}

/** Closed days of one place or all; without an end, a pause of the whole shop. */
export type ClosuresTable = {
  id: Generated<number>
  place_id: number | null
  from_day: Day
  until_day: Day | null
  resumes_at: Instant | null
  message: Generated<string>
  created_at: Instant
}

/** `taken` counts orders that are not cancelled, and means nothing without a capacity. */
export type MarketDaysTable = {
  id: Generated<number>
  place_id: number
  day: Day
  opens: WallTime
  closes: WallTime
  opens_at: Instant
  closes_at: Instant
  order_until: Instant
  capacity: number | null
  taken: Generated<number>
  state: Generated<'open' | 'closed'>
  message: Generated<string>
  rule_id: number | null
  by_hand: boolean
}

/** Units of each product, by number, on a day's harvest list when it was last printed. */
type HarvestPrintsTable = {
  market_day_id: number
  needs: Json<Record<string, number>>
  printed_at: Instant
}

/** A product's limit on a market day; triggers count `taken`, which the farmer may exceed. */
type DayLimitsTable = {
  market_day_id: number
  product_id: number
  most: number
  taken: number
  /** Set for this day: no rule of the product changes it. */
  by_hand: boolean
}

export type CalendarTables = {
  day_limits: DayLimitsTable
  harvest_prints: HarvestPrintsTable
  places: PlacesTable
  day_rules: DayRulesTable
  closures: ClosuresTable
  market_days: MarketDaysTable
}
