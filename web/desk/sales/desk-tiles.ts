import type { DeskProduct } from '#contract/products.ts'
import { weighOf } from '#contract/sale-by-weight.ts'
import type { Truck } from '#contract/truck.ts'

/** What can be sold on a day: what is for sale in the shop, and what rode along to that day and was not sold yet. */
export function deskTiles(products: readonly DeskProduct[], truck: Truck | undefined) {
  const riding = new Map(
    truck?.products.map(({ productId, loaded, sold }) => [productId, Math.max(0, loaded - sold)]),
  )
  return products
    .map((product) => ({ product, onTruck: riding.get(product.id) ?? 0 }))
    .filter(({ product: { hidden, stock }, onTruck }) => !hidden || stock + onTruck > 0)
    .map(({ product, onTruck }) => ({
      ...product,
      weigh: weighOf(product),
      left: formatLeft(product.stock, onTruck),
    }))
}

function formatLeft(stock: number, onTruck: number): string {
  if (onTruck === 0) return stock > 0 ? `${stock} left` : 'none left'
  return stock > 0 ? `${onTruck} on the truck, ${stock} at the farm` : `${onTruck} on the truck`
}
