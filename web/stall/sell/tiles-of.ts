import { weighOf } from '#contract/market/sale-by-weight.ts'
import type { StallProduct } from '#contract/market/stall-goods.ts'

export function tilesOf(products: readonly StallProduct[]) {
  return products
    .toSorted((a, b) => Number(b.loaded > 0) - Number(a.loaded > 0) || a.name.localeCompare(b.name))
    .map((product) => ({ ...product, weigh: weighOf(product), left: formatOnTruck(product) }))
}

export function formatOnTruck({ loaded, sold, stock }: Omit<StallProduct, 'id'>): string {
  if (loaded > 0) return loaded > sold ? `${loaded - sold} on the truck` : 'none on the truck'
  return stock > 0 ? `${stock} at the farm` : 'none left'
}
