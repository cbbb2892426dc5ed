import { allergenQuestion } from '#contract/allergen-question.ts'
import { recordedIn } from '#contract/allergens.ts'
import type { Product } from '#contract/products.ts'
import { productFinder } from './product-finder.ts'

/** What else people do without, and no record of allergens names. */
const ALSO_AVOIDED = ['sugar']

/**
 * Answers what is typed into the search box with the products that fit, best match first; null where it asks for what is free of
 * an allergen. No word of a product's name or description can answer that, so no product is shown for it.
 */
export function stallSearch(products: readonly Product[]): (question: string) => Product[] | null {
  const find = productFinder(products)
  const recorded = new Set([...ALSO_AVOIDED, ...products.flatMap(({ allergens }) => recordedIn(allergens ?? ''))])
  return (question) => (allergenQuestion(question, recorded) ? null : find(question))
}
