/** Specification, section 9; at or below is low. */
export const LOW_STOCK = 5

export type StockLevel = 'in' | 'low' | 'out'

export const STOCK_LABELS = {
  in: 'In Stock',
  low: 'Low Stock',
  out: 'Out of Stock',
} as const satisfies Record<StockLevel, string>

export function stockLevel(stock: number): StockLevel {
  if (stock <= 0) return 'out'
  return stock <= LOW_STOCK ? 'low' : 'in'
}
