/**
 * The specification's categories (section 5), in the order the shop shows them; the farm's own come
 * after.
 */
export const PRODUCT_CATEGORIES = [
  'Farm Eggs',
  'Vegetables',
  'Pickled Goods',
  'Seasonings & Mixes',
  'Microgreens',
  'Bakery',
  'Farmers Cheese',
] as const

/** Kept cold at the farm until handed over; packing lists and labels say so. */
export const CHILLED: readonly string[] = ['Farm Eggs', 'Microgreens', 'Farmers Cheese']

/** Refrigerated at home; microgreens are sold as living trays. */
export const REFRIGERATED: readonly string[] = ['Farm Eggs', 'Farmers Cheese']

/** Specification, section 9. */
export const STOREFRONT_CATEGORIES = [
  'all',
  'eggs',
  'vegetables',
  'pickled goods',
  'seasonings',
  'microgreens',
] as const

export type StorefrontCategory = (typeof STOREFRONT_CATEGORIES)[number]

/** From `?category=pickled+goods`; 'all' for anything unknown. */
export function categoryIn(search: string): StorefrontCategory {
  const requested = new URLSearchParams(search).get('category')
  return STOREFRONT_CATEGORIES.find((category) => category === requested) ?? 'all'
}

export function categoryAddress(category: StorefrontCategory): string {
  return category === 'all' ? '/' : `/?category=${encodeURIComponent(category)}`
}

export function isInCategory(product: { category: string }, filter: StorefrontCategory): boolean {
  return filter === 'all' || product.category.toLowerCase().includes(filter)
}
