import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isAllergenPage } from '#contract/allergens.ts'
import type { PageLink } from '#contract/pages.ts'
import type { Product } from '#contract/products.ts'
import { pageLinksQuery } from '#web/api/page-links-query.ts'
import { productsQuery } from '#web/api/products-query.ts'
import { stallSearch } from './stall-search.ts'

export const MAX_MATCHES = 8

export type Matches =
  | { state: 'looking' }
  | { state: 'failed'; tryAgain: () => unknown; isTrying: boolean }
  | { state: 'allergens'; page: PageLink | null }
  | { state: 'found'; products: Product[]; total: number }

/** The best matches among the products known so far; where only the beginning of the list is known, the whole is asked for. */
export function useMatches(question: string): Matches {
  const { data, refetch, isFetching } = useQuery(productsQuery)
  const { data: pages } = useQuery(pageLinksQuery)
  const find = useMemo(() => (data ? stallSearch(data) : null), [data])
  const found = useMemo(() => (find ? find(question) : []), [find, question])
  if (data === undefined) return { state: 'looking' }
  if (data === null) return { state: 'failed', tryAgain: refetch, isTrying: isFetching }
  if (found === null) return { state: 'allergens', page: pages?.find(isAllergenPage) ?? null }
  return { state: 'found', products: found.slice(0, MAX_MATCHES), total: found.length }
}
