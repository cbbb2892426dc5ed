import { queryOptions } from '@tanstack/react-query'
import { type Product, products } from '#contract/products.ts'
import { call } from '#web/api/call.ts'

/** Every product, asked by the desk itself; a list that a page had left as "could not be loaded" (null) is asked again. */
export const deskProductsQuery = queryOptions<readonly Product[] | null>({
  queryKey: [products.list.path],
  queryFn: () => call(products.list),
  staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
})
