import { slugOf } from '../pages/slug.ts'
import type { Product } from './products.ts'

export const GONE_PRODUCT_PATH = '/p/gone'

export const MISSING_PRODUCT_PATH = '/p/missing'

/** `/p/7-jalapenos`: only the number counts. The name is for people, dropped if none fits a URL. */
export function productPath({ id, name }: Pick<Product, 'id' | 'name'>): string {
  const slug = slugOf(name.normalize('NFD').replace(/[\p{M}'’]/gu, ''))
  return `/p/${id}${slug && `-${slug}`}`
}

export function productIdIn(segment: string): number | null {
  const [, digits] = /^([1-9]\d{0,9})(?:-|$)/.exec(segment) ?? []
  return digits ? Number(digits) : null
}
