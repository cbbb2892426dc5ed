import type { Product } from '#contract/products.ts'

export const PRODUCT_ORDERS = {
  stall: 'As on the stall',
  name: 'Name',
  price: 'Price, highest first',
  stock: 'Stock, lowest first',
} as const
export type ProductOrder = keyof typeof PRODUCT_ORDERS

export function isOrder(name: string): name is ProductOrder {
  return Object.hasOwn(PRODUCT_ORDERS, name)
}

const COMPARE: Record<Exclude<ProductOrder, 'stall'>, (one: Product, other: Product) => number> = {
  name: (one, other) => one.name.localeCompare(other.name, 'en'),
  price: (one, other) => other.price - one.price,
  stock: (one, other) => one.stock - other.stock,
}

/** Products whose name or category holds every word, in the chosen order. */
export function arrangeProducts(products: readonly Product[], words: string, order: ProductOrder): readonly Product[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = products.filter(({ name, category }) => {
    const text = `${name} ${category}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  return order === 'stall' ? found : found.toSorted(COMPARE[order])
}

/** The first 50 characters of a description (specification, section 9), cut between letters as people count them. */
export function preview(description: string): string {
  const letters = Array.from(new Intl.Segmenter('en').segment(description), ({ segment }) => segment)
  return letters.length > 50 ? `${letters.slice(0, 50).join('')}…` : description
}
