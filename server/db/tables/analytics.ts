/** Live money or test money; `none` where an order has no payment. */
export type SalesMoney = 'live' | 'test' | 'none'

/** Orders that count and their net cents, by block of order numbers and the farm's day. */
type SalesDaysTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  orders: number
  cents: number
}

type SalesProductsTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  product_id: number
  quantity: number
  cents: number
}

/** Goods of a day at a place, by block of order numbers: units that stand, and what they are worth. */
export type FigureGoodsTable = {
  block: number
  /** YYYY-MM-DD: of the pickup, or of the order where none was named. */
  day: string
  /** 0 where the order names no place. */
  place_id: number
  money: SalesMoney
  product_id: number
  units: number
  cents: number
}

/** The parts that make goods into money: goods + delivery + refund + unpaid + kept = the four ways. */
export type FigureParts = {
  /** Orders that are not cancelled. */
  orders: number
  delivery_cents: number
  /** 0 or below: given back for no goods in particular. */
  refund_cents: number
  /** 0 or below: not paid yet. */
  unpaid_cents: number
  /** 0 or above: kept though the goods went back, or paid too much. */
  kept_cents: number
  card_cents: number
  cash_cents: number
  check_cents: number
  other_cents: number
}

export type FigureOrdersTable = FigureParts & {
  block: number
  day: string
  place_id: number
  money: SalesMoney
}

export type FigureCardsTable = {
  block: number
  day: string
  money: SalesMoney
  taken_cents: number
  given_cents: number
  fee_cents: number
  /** Payments whose fee the provider has not reported. */
  untold: number
}

type FiguresToFillTable = { block: number }

/** Blocks whose stored sums do not count; only triggers write it, a row per transaction. */
type StaleSalesTable = { block: number; transaction_id: number }

export type SalesTables = {
  sales_days: SalesDaysTable
  sales_products: SalesProductsTable
  stale_sales: StaleSalesTable
  figure_goods: FigureGoodsTable
  figure_orders: FigureOrdersTable
  figure_cards: FigureCardsTable
  figures_to_fill: FiguresToFillTable
}
