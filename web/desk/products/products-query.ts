import { queryOptions } from '@tanstack/react-query'
import { waitingList } from '#contract/mail/waiting-list.ts'
import { analytics } from '#contract/money/analytics.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { type DeskProduct, products } from '#contract/products/products.ts'
import { call, query } from '#web/api/call.ts'
import { sharedValue, useShared } from '#web/ui/shared-value.ts'
import { changeOf } from '../shared/edit-conflict.ts'
import type { Saving } from '../shared/edit-form.ts'
import { useChange } from '../shared/use-change.ts'
import type { SentProduct } from './product-draft.ts'

export const deskProductsQuery = query(deskProducts.list)

export const waitingCountsQuery = queryOptions({ ...query(waitingList.counts), staleTime: 0 })

export const PRODUCT_LISTS = [
  products.list,
  deskProducts.list,
  deskProducts.deleted,
  analytics.dashboard,
]

export function useSaveProduct(opened: DeskProduct | null, onDone: () => void) {
  return useChange({
    send: ({ draft, loaded }: Saving<SentProduct>): Promise<DeskProduct> =>
      opened
        ? call(products.update, { params: { id: opened.id }, body: changeOf(loaded, draft) })
        : call(products.create, { body: draft }),
    done: opened ? 'Product updated' : 'Product created',
    failed: opened ? 'Error updating product' : 'Error creating product',
    refreshes: PRODUCT_LISTS,
    onDone: ({ id }: DeskProduct) => {
      if (!opened) showAdded(id)
      onDone()
    },
  })
}

const added = sharedValue<number | null>(null)

export const showAdded = added.set

export function useAddedProduct(): number | null {
  return useShared(added)
}
