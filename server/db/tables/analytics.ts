/** Live money or test money; `none` where an order has no payment. */
export type SalesMoney = 'live' | 'test' | 'none'

/**
 * Orders that are not cancelled, and cents taken for all and not given back, by block of order
 * numbers and the farm's day.
 */
export type SalesDaysTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  orders: number
  cents: number
}

/**
 * What sold of each product, and the cents it brought, by block of order numbers and the farm's
 * day.
 */
export type SalesProductsTable = {
  block: number
  /** YYYY-MM-DD */
  day: string
  money: SalesMoney
  product_id: number
  quantity: number
  cents: number
}

/**
 * The blocks whose stored sums do not count, one row for each transaction that changed one. Only
 * triggers write it.
 */
export type StaleSalesTable = { block: number; transaction_id: number }

export type SalesTables = {
  sales_days: SalesDaysTable
  sales_products: SalesProductsTable
  stale_sales: StaleSalesTable
}
