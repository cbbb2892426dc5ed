import { slugOf } from '../pages/slug.ts'
import type { Product } from './products.ts'

/** The one page for every product no longer for sale. */
export const GONE_PRODUCT_PATH = '/p/gone'

export const MISSING_PRODUCT_PATH = '/p/missing'

/**
 * A product's page, such as `/p/7-jalapenos`. The number decides; the name is for people, and left
 * out if nothing of it fits an address.
 */
export function productPath({ id, name }: Pick<Product, 'id' | 'name'>): string {
  const slug = slugOf(name.normalize('NFD').replace(/[\p{M}'’]/gu, ''))
  return `/p/${id}${slug && `-${slug}`}`
}

/** The product number in a path's last segment, whatever name follows; else null. */
export function productIdIn(segment: string): number | null {
  const [, digits] = /^([1-9]\d{0,9})(?:-|$)/.exec(segment) ?? []
  return digits ? Number(digits) : null
}
