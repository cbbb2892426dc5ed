import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { analytics } from '#contract/analytics.ts'
import { type Product, products } from '#contract/products.ts'
import { call } from '#web/api/call.ts'
import { invalidate, queryOrNull } from '#web/api/query.ts'
import { toast } from '#web/ui/toast-store.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import type { TypedProduct } from './product-draft.ts'

/** Every product, asked by the desk itself; a list that a page had left as "could not be loaded" (null) is asked again. */
export const deskProductsQuery = queryOptions({
  ...queryOrNull(products.list),
  staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
})

type Saving = { draft: TypedProduct; loaded: TypedProduct | null }

/** Adds a product, or changes the one that was opened; sales made meanwhile are kept. */
export function useSaveProduct(opened: Product | null, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Saving) => save(opened, sent),
    onSuccess: async () => {
      toast({ title: opened ? 'Product updated' : 'Product created' })
      onSaved()
      await refreshProducts(client)
    },
    onError: (failure) =>
      toastFailure(opened ? 'Error updating product' : 'Error creating product', failure),
  })
}

export function useDeleteProduct({ onDeleted }: { onDeleted: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Product) => call(products.delete, { params: { id: String(id) } }),
    onSuccess: async () => {
      toast({ title: 'Product deleted' })
      await refreshProducts(client)
      onDeleted()
    },
    onError: (failure) => toastFailure('Error deleting product', failure),
  })
}

function save(opened: Product | null, { draft, loaded }: Saving): Promise<Product> {
  if (!opened || !loaded) return call(products.create, { body: draft })
  return call(products.update, { params: { id: String(opened.id) }, body: changeOf(loaded, draft) })
}

export async function refreshProducts(client: QueryClient): Promise<void> {
  await invalidate(client, products.list, analytics.dashboard)
}
