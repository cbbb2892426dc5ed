import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/products/products.ts'
import { productsQuery } from './shop-queries.ts'

export type PageState = {
  path: string
  version: number
  hasAllProducts: boolean
  queries: [key: readonly unknown[], data: unknown][]
}

/** The list the page was written with, which its markup is hydrated from: news may come before that. */
export let written: Product[] | null | undefined

export function leavePageState(client: QueryClient, left: Omit<PageState, 'queries'>): PageState {
  const known = client.getQueriesData({ predicate: ({ state }) => state.data !== undefined })
  return { ...left, queries: known }
}

/** A partial product list is fetched in full once, by whoever first shows it. */
export function takePageState(client: QueryClient, { queries, hasAllProducts }: PageState): void {
  for (const [key, data] of queries) client.setQueryData(key, data)
  written = client.getQueryData(productsQuery.queryKey)
  if (!hasAllProducts)
    void client.invalidateQueries({ queryKey: productsQuery.queryKey, refetchType: 'none' })
}
