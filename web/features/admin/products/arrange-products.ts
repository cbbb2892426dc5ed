import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { type StockLevel, stockLevel } from '#contract/stock.ts'

export const PRODUCT_ORDERS = {
  stall: 'As in the shop',
  name: 'Name',
  price: 'Price, highest first',
  stock: 'Stock, lowest first',
} as const
export type ProductOrder = keyof typeof PRODUCT_ORDERS

/** What of the products is shown, and how: every word must be there, an empty choice is no choice. */
export type ShelfView = { find: string; category: string; stock: StockLevel | ''; order: ProductOrder }

export const NO_VIEW: ShelfView = { find: '', category: '', stock: '', order: 'stall' }

const LEVELS: readonly string[] = ['in', 'low', 'out'] satisfies StockLevel[]

/** The view an address speaks of; what it does not know is no choice. */
export function readView(search: URLSearchParams): ShelfView {
  const [category, stock, order] = ['category', 'stock', 'order'].map((name) => search.get(name) ?? '')
  return {
    find: search.get('find') ?? '',
    category: PRODUCT_CATEGORIES.find((known) => known === category) ?? '',
    stock: isLevel(stock) ? stock : '',
    order: isOrder(order) ? order : 'stall',
  }
}

function isOrder(name = ''): name is ProductOrder {
  return Object.hasOwn(PRODUCT_ORDERS, name)
}

function isLevel(name = ''): name is StockLevel {
  return LEVELS.includes(name)
}

const COMPARE: Record<Exclude<ProductOrder, 'stall'>, (one: Product, other: Product) => number> = {
  name: (one, other) => one.name.localeCompare(other.name, 'en'),
  price: (one, other) => other.price - one.price,
  stock: (one, other) => one.stock - other.stock,
}

export function arrangeProducts(products: readonly Product[], view: ShelfView): readonly Product[] {
  const wanted = view.find.toLowerCase().split(/\s+/).filter(Boolean)
  const found = products.filter((product) => {
    const text = `${product.name} ${product.category}`.toLowerCase()
    return (
      wanted.every((word) => text.includes(word)) &&
      (view.category === '' || product.category === view.category) &&
      (view.stock === '' || stockLevel(product.stock) === view.stock)
    )
  })
  return view.order === 'stall' ? found : found.toSorted(COMPARE[view.order])
}

/** The first 50 characters of a description (specification, section 9), cut between letters as people count them. */
export function preview(description: string): string {
  const letters = Array.from(new Intl.Segmenter('en').segment(description), ({ segment }) => segment)
  return letters.length > 50 ? `${letters.slice(0, 50).join('')}…` : description
}
