import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Product } from '#contract/products.ts'
import { productsQuery } from '#web/api/products-query.ts'
import { productFinder } from './product-finder.ts'

/** The most matches a list shows. */
export const MOST_MATCHES = 8

export type Matches =
  | { state: 'looking' }
  | { state: 'failed'; tryAgain: () => unknown; isTrying: boolean }
  | { state: 'found'; products: Product[]; total: number }

/** The best matches among the products known so far; where only the beginning of the list is known, the whole is asked for. */
export function useMatches(question: string): Matches {
  const { data, refetch, isFetching } = useQuery(productsQuery)
  const find = useMemo(() => (data ? productFinder(data) : null), [data])
  const found = useMemo(() => find?.(question) ?? [], [find, question])
  if (data === undefined) return { state: 'looking' }
  if (data === null) return { state: 'failed', tryAgain: refetch, isTrying: isFetching }
  return { state: 'found', products: found.slice(0, MOST_MATCHES), total: found.length }
}
