import { useQuery } from '@tanstack/react-query'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { type OwnCategory, ownCategories } from '#contract/products/own-categories.ts'
import { query } from '#web/api/call.ts'

export const ownCategoriesQuery = query(ownCategories.list)

const namesOf = (own: readonly OwnCategory[]): readonly string[] => [
  ...PRODUCT_CATEGORIES,
  ...own.flatMap(({ name, hidden }) => (hidden ? [] : [name])),
]

/** What a form or a filter offers: the seven, and the farm's own that are not hidden. */
export function useCategories(): readonly string[] {
  return useQuery({ ...ownCategoriesQuery, select: namesOf }).data ?? PRODUCT_CATEGORIES
}
