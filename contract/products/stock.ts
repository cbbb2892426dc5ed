/** Low stock is this many or fewer (specification, section 9). */
export const LOW_STOCK = 5

export type StockLevel = 'in' | 'low' | 'out'

/** The labels of the stock indicator (specification, section 4). */
export const STOCK_LABELS = {
  in: 'In Stock',
  low: 'Low Stock',
  out: 'Out of Stock',
} as const satisfies Record<StockLevel, string>

export function stockLevel(stock: number): StockLevel {
  if (stock <= 0) return 'out'
  return stock <= LOW_STOCK ? 'low' : 'in'
}
