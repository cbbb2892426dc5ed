import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { productsEndpoint } from '#contract/shop-endpoints.ts'
import { listQuery } from './query-client.ts'

/** A page comes with at most this many products, and the stall shows so many more at a time. */
export const MAX_ON_PAGE = 48

/** Every product of the shop; null when the list could not be loaded. An invalidated list is the beginning of a longer one. */
export const productsQuery = listQuery(productsEndpoint)

/** Products as the stall shows them: by category, in the order of the categories. */
export function inStallOrder(products: readonly Product[]): Product[] {
  return PRODUCT_CATEGORIES.flatMap((category) => products.filter((product) => product.category === category))
}
