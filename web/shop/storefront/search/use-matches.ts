import { useMemo } from 'react'
import { isAllergenPage } from '#contract/allergens.ts'
import type { PageLink } from '#contract/pages.ts'
import type { Product } from '#contract/products.ts'
import { pageLinksQuery, productsQuery } from '#web/api/shop-queries.ts'
import { useQuery } from '#web/api/use-query.tsx'
import { FAILED_TO_LOAD } from '../product-states.tsx'
import { shopSearch } from './product-finder.ts'

const MAX_MATCHES = 8

export type Matches =
  | { state: 'looking' }
  | { state: 'failed'; tryAgain: () => unknown; isTrying: boolean }
  | { state: 'allergens'; page: PageLink | null }
  | { state: 'found'; products: Product[]; total: number }

/**
 * The best matches among the products known so far; where only
 * the beginning of the list is known, the whole is asked for.
 */
export function useMatches(question: string): Matches {
  const { data, refetch, isFetching } = useQuery(productsQuery)
  const { data: pages } = useQuery(pageLinksQuery)
  const find = useMemo(() => (data ? shopSearch(data) : null), [data])
  const found = useMemo(() => (find ? find(question) : []), [find, question])
  if (data === undefined) return { state: 'looking' }
  if (data === null) return { state: 'failed', tryAgain: refetch, isTrying: isFetching }
  if (found === null) return { state: 'allergens', page: pages?.find(isAllergenPage) ?? null }
  return { state: 'found', products: found.slice(0, MAX_MATCHES), total: found.length }
}

const MAX_REPEATED = 40

export function formatMatches(matches: Matches, question: string): string | null {
  if (matches.state === 'looking') return null
  if (matches.state === 'failed') return FAILED_TO_LOAD
  if (matches.state === 'allergens') return formatNotSorted(matches.page)
  const { products, total } = matches
  if (total === 0) return `No match for “${shortened(question)}”.`
  if (total > products.length) return `Top ${products.length} of ${total} matches.`
  return total === 1 ? '1 match.' : `${total} matches.`
}

function formatNotSorted(page: PageLink | null): string {
  const where = page
    ? `please see “${page.title}”.`
    : 'please read each product’s details, or ask us.'
  return `We do not sort our products by allergen or diet: ${where}`
}

function shortened(question: string): string {
  const letters = [...question.slice(0, 2 * MAX_REPEATED)]
  return letters.length > MAX_REPEATED
    ? `${letters.slice(0, MAX_REPEATED - 1).join('')}…`
    : question
}
