import { useSyncExternalStore } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import { includesWords } from '#contract/chat/word-forms.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import { STOCK_LABELS, type StockLevel, stockLevel } from '#contract/products/stock.ts'
import { listenerSet } from '#web/ui/listeners.ts'
import { useCategories } from './use-categories.ts'

export const PRODUCT_ORDERS = {
  shop: 'As in the shop',
  name: 'Name',
  price: 'Price, highest first',
  stock: 'Stock, lowest first',
} as const
type ProductOrder = keyof typeof PRODUCT_ORDERS

/** Every word of `find` must match; an empty choice doesn't filter. */
export type ListView = {
  find: string
  category: string
  stock: StockLevel | ''
  order: ProductOrder
}

export const NO_VIEW: ListView = { find: '', category: '', stock: '', order: 'shop' }

export function readView(search: URLSearchParams, categories: readonly string[]): ListView {
  const choiceIn = <Choice extends string>(
    name: string,
    choices: readonly Choice[],
  ): Choice | undefined => choices.find((choice) => choice === search.get(name))
  return {
    find: search.get('find') ?? '',
    category: choiceIn('category', categories) ?? '',
    stock: choiceIn('stock', keysOf(STOCK_LABELS)) ?? '',
    order: choiceIn('order', keysOf(PRODUCT_ORDERS)) ?? 'shop',
  }
}

const COMPARE: Record<
  Exclude<ProductOrder, 'shop'>,
  (one: DeskProduct, other: DeskProduct) => number
> = {
  name: (one, other) => one.name.localeCompare(other.name, 'en'),
  price: (one, other) => other.price - one.price,
  stock: (one, other) => one.stock - other.stock,
}

export function arrangeProducts(products: readonly DeskProduct[], view: ListView) {
  const found = products.filter(
    ({ name, category, stock }) =>
      includesWords(`${name} ${category}`, view.find) &&
      (view.category === '' || category === view.category) &&
      (view.stock === '' || stockLevel(stock) === view.stock),
  )
  return view.order === 'shop' ? found : found.toSorted(COMPARE[view.order])
}

/** The first 50 characters (specification, section 9), never cutting what is seen as one letter. */
export function preview(description: string): string {
  const letters = Array.from(
    new Intl.Segmenter('en').segment(description),
    ({ segment }) => segment,
  )
  return letters.length > 50 ? `${letters.slice(0, 50).join('')}…` : description
}

const listeners = listenerSet()

/** Kept in the address, so it survives a reload or a trip to another desk tab. */
export function useListView(): [ListView, (change: Partial<ListView>) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const view = readView(new URLSearchParams(search), useCategories())
  return [view, (change) => showInAddress({ ...view, ...change })]
}

function showInAddress({ order, ...choices }: ListView): void {
  const named = { ...choices, order: order === NO_VIEW.order ? '' : order }
  const given = Object.entries(named).filter(([, value]) => value !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  history.replaceState(history.state, '', window.location.pathname + search + window.location.hash)
  listeners.notify()
}

function subscribe(listener: () => void): () => void {
  const stop = listeners.subscribe(listener)
  window.addEventListener('popstate', listener)
  return () => {
    stop()
    window.removeEventListener('popstate', listener)
  }
}
