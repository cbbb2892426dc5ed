import { queryOptions } from '@tanstack/react-query'
import { products } from '#contract/products.ts'
import { queryOrNull } from '#web/api/query.ts'

/** Every product, asked by the desk itself; a list that a page had left as "could not be loaded" (null) is asked again. */
export const deskProductsQuery = queryOptions({
  ...queryOrNull(products.list),
  staleTime: ({ state }) => (state.data === null ? 0 : Number.POSITIVE_INFINITY),
})
