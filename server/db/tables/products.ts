import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { WeightUnit } from '#contract/packing/weigh.ts'
import type { StoredReason } from '#contract/products/stock-journal.ts'
import type { Instant } from './columns.ts'

export type ProductsTable = {
  id: Generated<number>
  name: string
  description: string
  /** One of the seven, or a name of `categories`. */
  category: string
  price_cents: Cents
  stock: number
  image_url: string | null
  unit: Generated<string | null>
  allergens: Generated<string | null>
  /** Sold only between these yearly days, MM-DD; both or none. */
  season_from: Generated<string | null>
  season_until: Generated<string | null>
  /** Whether it has day limits or a season; they are read only then. */
  day_limited: Generated<boolean>
  /** Sold by weight: the unit, cents for one, and the heaviest piece in thousandths. */
  weigh_unit: Generated<WeightUnit | null>
  weigh_cents: Generated<Cents | null>
  weigh_to: Generated<number | null>
  /** When it left the shop, hidden or deleted; null while it is for sale. */
  archived_at: Instant | null
  /** When it was deleted; it left the shop then, if not before. */
  deleted_at: Generated<Instant | null>
  /** Its place in its category, the lowest first; null: its id. */
  sort_position: Generated<number | null>
  /** At this stock the farmer gets a mail, null: never; `low_told` once queued. */
  low_limit: Generated<number | null>
  low_told: Generated<boolean>
  created_at: Instant
  updated_at: Instant
}

/** The farm's own, in the order of `position`; `name_key` is what no two have alike. */
type CategoriesTable = {
  id: Generated<number>
  name: string
  name_key: string
  position: number
  hidden: Generated<boolean>
}

/** Written with every change of stock: `products.stock` is the sum of a product's deltas. */
export type StockMovementsTable = {
  id: Generated<number>
  product_id: number
  delta: number
  reason: StoredReason
  order_id: number | null
  note: Generated<string | null>
  /** The movement it undoes; each at most once. */
  undoes_id: Generated<number | null>
  /** Its market day, and whether it went on the truck or came off. */
  market_day_id: Generated<number | null>
  truck: Generated<'on' | 'off' | null>
  at: Instant
  /** Of the desk's call, as `Caller` has them; null without one. */
  device: Generated<string | null>
  address: Generated<string | null>
  person_id: Generated<number | null>
  /** A UUID from the page: sent twice, it is done once. */
  command_id: Generated<string | null>
  /** What a count found, and what was promised to orders then. */
  counted: Generated<number | null>
  promised: Generated<number | null>
}

/** A limit for every market day (weekday 0), or a weekday (1 to 7). */
type ProductLimitsTable = { product_id: number; weekday: number; most: number }

/** Reports about a product and a market day's truck, one row each; append-only. */
type StallGoodsTable = {
  command_id: string
  product_id: number
  market_day_id: number
  /** The change in units loaded, below 0 for fewer. */
  loaded: number
  /** Units that came home for sale, and units that cannot be sold. */
  back: number
  waste: number
}

/** What was reported of a product at a market day, and what the books gave for it. */
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

/** What a market day took beyond the stock; every rise of the stock pays it first. */
type StockDebtsTable = {
  product_id: number
  market_day_id: number
  units: number
  others: number
}

export type ProductTables = {
  stall_goods: StallGoodsTable
  stall_loads: StallLoadsTable
  stock_debts: StockDebtsTable
  product_limits: ProductLimitsTable
  products: ProductsTable
  categories: CategoriesTable
  stock_movements: StockMovementsTable
}
