import type { PageLink } from '#contract/pages.ts'
import { FAILED_TO_LOAD } from '../product-states.tsx'
import type { Matches } from './use-matches.ts'

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
  const where = page ? `please see “${page.title}”.` : 'please read each product’s details, or ask us.'
  return `We do not sort our products by allergen or diet: ${where}`
}

function shortened(question: string): string {
  const letters = [...question.slice(0, 2 * MAX_REPEATED)]
  return letters.length > MAX_REPEATED ? `${letters.slice(0, MAX_REPEATED - 1).join('')}…` : question
}
