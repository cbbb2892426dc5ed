/** Live money or test money; `none` where an order has no payment. */
export type SalesMoney = 'live' | 'test' | 'none'

/** Orders that count, and cents kept of them, by block of order numbers and the farm's day. */
export type SalesDaysTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  orders: number
  cents: number
}

/** Units and cents of each product, by block of order numbers and the farm's day. */
export type SalesProductsTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  product_id: number
  quantity: number
  cents: number
}

/** Blocks whose stored sums do not count; only triggers write it, a row per transaction. */
export type StaleSalesTable = { block: number; transaction_id: number }

export type SalesTables = {
  sales_days: SalesDaysTable
  sales_products: SalesProductsTable
  stale_sales: StaleSalesTable
}
