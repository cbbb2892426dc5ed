import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { TaxClass } from '#contract/money/tax.ts'
import type { WeightUnit } from '#contract/packing/weigh.ts'
import type { StoredReason } from '#contract/products/stock-journal.ts'
import type { Instant } from './columns.ts'

export type ProductsTable = {
  id: Generated<number>
  name: string
  description: string
  /** One of the seven built in, or a name from `categories`. */
  category: string
  price_cents: Cents
  stock: number
  image_url: string | null
  unit: Generated<string | null>
  allergens: Generated<string | null>
  /** Sold only between these MM-DD days; both or none. */
  season_from: Generated<string | null>
  season_until: Generated<string | null>
  /** Has daily limits or a season; they are read only if this is set. */
  day_limited: Generated<boolean>
  /** Unit, cents per unit, and the heaviest piece in thousandths. */
  weigh_unit: Generated<WeightUnit | null>
  weigh_cents: Generated<Cents | null>
  weigh_to: Generated<number | null>
  /** Hidden or deleted since; null while for sale. */
  archived_at: Instant | null
  deleted_at: Generated<Instant | null>
  /** Position in its category, lowest first; null: by id. */
  sort_position: Generated<number | null>
  /** At this stock the farmer gets a mail, null: never. `low_told`: it is queued. */
  low_limit: Generated<number | null>
  low_told: Generated<boolean>
  /** SNAP benefits may pay for it. */
  snap: Generated<boolean>
  /** Null: its category's. */
  tax: Generated<TaxClass | null>
  created_at: Instant
  updated_at: Instant
}

export type StockMovementsTable = {
  id: Generated<number>
  product_id: number
  delta: number
  reason: StoredReason
  order_id: number | null
  note: Generated<string | null>
  /** Unique: a movement is undone at most once. */
  undoes_id: Generated<number | null>
  /** The market day it was loaded for, and whether onto or off the truck. */
  market_day_id: Generated<number | null>
  truck: Generated<'on' | 'off' | null>
  at: Instant
  /** The desk's caller, as in `Caller`; null if none. */
  device: Generated<string | null>
  address: Generated<string | null>
  person_id: Generated<number | null>
  command_id: Generated<string | null>
  counted: Generated<number | null>
  promised: Generated<number | null>
}

export type StallLoadsTable = {
  market_day_id: number
  product_id: number
  wish: Generated<number>
  loaded: Generated<number>
  sold: Generated<number>
  from_stock: Generated<number>
  back: Generated<number>
  waste: Generated<number>
  wasted: Generated<number>
  settled_at: Generated<Instant | null>
}

export type ProductTables = {
  stall_goods: {
    command_id: string
    product_id: number
    market_day_id: number
    /** Change in loaded units; negative: fewer. */
    loaded: number
    back: number
    waste: number
  }
  stall_loads: StallLoadsTable
  stock_debts: {
    product_id: number
    market_day_id: number
    units: number
    others: number
  }
  product_limits: { product_id: number; weekday: number; most: number }
  products: ProductsTable
  /** The farm's own, in the order of `position`. `name_key` is unique. */
  categories: {
    id: Generated<number>
    name: string
    name_key: string
    position: number
    hidden: Generated<boolean>
  }
  stock_movements: StockMovementsTable
}
