import type { Product } from './products.ts'
import { slugOf } from './slug.ts'

/** The page that stands for every product that is no longer for sale. */
export const GONE_PRODUCT_PATH = '/p/gone'

export const MISSING_PRODUCT_PATH = '/p/missing'

/**
 * A product's own page, such as `/p/7-jalapenos`. The number decides; the name is for people, and
 * left out where nothing of it can stand in an address.
 */
export function productPath({ id, name }: Pick<Product, 'id' | 'name'>): string {
  const slug = slugOf(name.normalize('NFD').replace(/[\p{M}'’]/gu, ''))
  return `/p/${id}${slug && `-${slug}`}`
}

/** The product that a path's last segment speaks of, whatever name follows; null for none. */
export function productIdIn(segment: string): number | null {
  const [, digits] = /^([1-9]\d{0,9})(?:-|$)/.exec(segment) ?? []
  return digits ? Number(digits) : null
}
