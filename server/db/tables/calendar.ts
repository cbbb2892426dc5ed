import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Instant, Json, NullableJson } from './columns.ts'

/** YYYY-MM-DD, HH:MM and MM-DD by the farm's clock. */
export type Day = string
type WallTime = string
type MonthDay = string

export type PlaceKind = 'pickup' | 'delivery'

/** `zips`: ZIP codes or prefixes; null: all. */
export type PlacesTable = {
  id: Generated<number>
  key: string
  kind: PlaceKind
  name: string
  address: Generated<string>
  map_url: string | null
  note: Generated<string>
  zips: NullableJson<string[]>
  fee_cents: Generated<Cents>
  minimum_cents: Generated<Cents>
  /** Web orders may be paid there at pickup; never true for a delivery zone. */
  pays_at_pickup: Generated<boolean>
  days_ahead: Generated<number>
  /** In hundredths of a percent; null: the shop's rate. */
  tax_bp: Generated<number | null>
  tax_reduced_bp: Generated<number | null>
  position: number
  retired_at: Instant | null
}

/** Ordering ends `order_days` earlier. */
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

/** No end: a pause of the whole shop. */
export type ClosuresTable = {
  id: Generated<number>
  place_id: number | null
  from_day: Day
  until_day: Day | null
  resumes_at: Instant | null
  message: Generated<string>
  created_at: Instant
}

/** `taken` leaves out canceled orders, and means nothing without a capacity. */
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
  /** Raised whenever what calendars show of it changes. */
  revision: Generated<number>
}

export type CalendarTables = {
  /** Triggers count `taken`; the farmer may exceed the limit. */
  day_limits: {
    market_day_id: number
    product_id: number
    most: number
    taken: number
    by_hand: boolean
  }
  harvest_prints: {
    market_day_id: number
    needs: Json<Record<string, number>>
    printed_at: Instant
  }
  places: PlacesTable
  day_rules: DayRulesTable
  closures: ClosuresTable
  market_days: MarketDaysTable
}
