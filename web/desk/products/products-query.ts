import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { analytics } from '#contract/analytics.ts'
import { type Product, products } from '#contract/products.ts'
import { waitingList } from '#contract/waiting-list.ts'
import { call } from '#web/api/call.ts'
import { invalidate, query, queryOrNull } from '#web/api/query.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { useChange } from '../shared/use-change.ts'
import type { TypedProduct } from './product-draft.ts'

/** `stock` is what is in stock for all days; `forSale` what one order can get, where days limit it. */
export type DeskProduct = Product & { forSale?: number }

export function asAtDesk(products: readonly Product[]): DeskProduct[] {
  return products.map(({ inStock, ...product }) =>
    inStock === undefined ? product : { ...product, stock: inStock, forSale: product.stock },
  )
}

/** Every product, asked by the desk itself; a list that a page had left as "could not be loaded" (null) is asked again. */
export const deskProductsQuery = queryOptions({
  ...queryOrNull(products.list),
  staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
  select: (products) => products && asAtDesk(products),
})

/** How many wait for which product; asked whenever the list is opened. */
export const waitingCountsQuery = queryOptions({ ...query(waitingList.counts), staleTime: 0 })

/** What is asked for again when products were changed. */
export const PRODUCT_LISTS = [products.list, analytics.dashboard]

export async function refreshProducts(client: QueryClient): Promise<void> {
  await invalidate(client, ...PRODUCT_LISTS)
}

type Saving = { draft: TypedProduct; loaded: TypedProduct | null }

/** Adds a product, or changes the one that was opened; sales made meanwhile are kept. */
export function useSaveProduct(opened: Product | null, onDone: () => void) {
  return useChange({
    send: (sent: Saving) => save(opened, sent),
    done: opened ? 'Product updated' : 'Product created',
    failed: opened ? 'Error updating product' : 'Error creating product',
    refreshes: PRODUCT_LISTS,
    onDone,
  })
}

function save(opened: Product | null, { draft, loaded }: Saving): Promise<Product> {
  if (!opened || !loaded) return call(products.create, { body: draft })
  return call(products.update, { params: { id: String(opened.id) }, body: changeOf(loaded, draft) })
}
