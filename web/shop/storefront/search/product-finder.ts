import MiniSearch, { type Query } from 'minisearch'
import { allergenQuestion } from '#contract/chat/allergen-question.ts'
import { fold } from '#contract/chat/word-forms.ts'
import { recordedIn } from '#contract/products/allergens.ts'
import { FOODS, GOODS_INSTEAD, GOODS_MEANT } from '#contract/products/market-words.ts'
import type { Product } from '#contract/products/products.ts'

/** Avoided as well, although no allergen record names it. */
const ALSO_AVOIDED = ['sugar']

/** Best match first; null when asked what is free of an allergen: a product's words can't tell. */
export function shopSearch(products: readonly Product[]): (question: string) => Product[] | null {
  const find = productFinder(products)
  const recorded = new Set([
    ...ALSO_AVOIDED,
    ...products.flatMap(({ allergens }) => recordedIn(allergens ?? '')),
  ])
  return (question) => (allergenQuestion(question, recorded) ? null : find(question))
}

const MAX_QUESTION_LENGTH = 100

/** Words of a sentence that name nothing for sale. */
const NOISE =
  /^(?:a|an|and|any|anything|are|can|do|does|for|get|got|have|i|in|is|it|me|my|need|of|on|or|please|some|something|that|the|there|this|to|want|what|with|you|your)$/

/** Fields where typos are forgiven; in long descriptions too many words are one letter apart. */
const FORGIVING = ['name', 'category']

/**
 * Best match first. Every word must match, anywhere, from its first letters on, ignoring accents
 * and plurals. Only if nothing fits are small typos forgiven, and one of several words enough.
 * Ties: in stock first, then the category with the most matches (bagels before a spice for bagels),
 * then list order.
 */
export function productFinder(products: readonly Product[]): (question: string) => Product[] {
  const index = new MiniSearch<Product>({
    fields: ['name', 'category', 'description'],
    tokenize: tokenize,
    processTerm: (term) => term,
    searchOptions: { boost: { name: 4, category: 2 }, prefix: true, bm25: { k: 0, b: 0, d: 1 } },
  })
  index.addAll(products)
  return (question) => {
    const asked = [...new Set(tokenize(question.slice(0, MAX_QUESTION_LENGTH)))]
    const named = asked.filter((term) => !NOISE.test(term))
    const terms = named.length > 0 ? named : asked
    for (const query of queriesFor(terms)) {
      const scores = new Map<unknown, number>(
        index.search(query).map(({ id, score }) => [id, score]),
      )
      if (scores.size > 0) return ranked(products, scores)
    }
    return []
  }
}

function tokenize(text: string): string[] {
  const plain = fold(text).replaceAll("'", '')
  const words = plain.replaceAll(/\bhalf[ -]dozen\b/g, 'halfdozen')
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

function singular(term: string): string {
  if (term.length < 4) return term
  return term.replace(/ies$/, 'y').replace(/(?<=o|s|x|z|ch|sh)es$|(?<!s)s$/, '')
}

function queriesFor(terms: string[]): Query[] {
  if (terms.length === 0) return []
  const loose = terms.map(withErrors)
  // A single letter begins some word of nearly everything.
  const words = loose.filter((_, at) => (terms[at] ?? '').length > 1)
  return [
    { combineWith: 'AND', queries: terms.map(withMeanings) },
    { combineWith: 'AND', queries: loose },
    { combineWith: 'OR', queries: words },
  ]
}

/** Someone who searches for bread may like bagels. */
function withMeanings(term: string): Query {
  const meant = [...(GOODS_MEANT.get(term) ?? []), ...(GOODS_INSTEAD.get(term) ?? [])]
  return { combineWith: 'OR', queries: [term, ...meant] }
}

function withErrors(term: string): Query {
  // Short foods are one letter apart: someone who types beef doesn't mean beets.
  const isMeant = term.length < 5 && FOODS.has(term)
  const fuzzy = term.length > 2 && !isMeant ? 0.2 : false
  const mistyped = { queries: [{ queries: [term], fuzzy }, ...swapped(term)], fields: FORGIVING }
  return { combineWith: 'OR', queries: [withMeanings(term), mistyped] }
}

/** The word with each pair of neighboring letters swapped, a fast typist's most common typo. */
function swapped(term: string): string[] {
  const letters = [...term]
  return letters
    .slice(1)
    .map((letter, at) =>
      [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''),
    )
}

function ranked(products: readonly Product[], scores: ReadonlyMap<unknown, number>): Product[] {
  const score = (product: Product) => scores.get(product.id) ?? 0
  const found = products.filter(({ id }) => scores.has(id))
  const kin = new Map<string, number>()
  for (const { category } of found) kin.set(category, (kin.get(category) ?? 0) + 1)
  const kinOf = ({ category }: Product) => kin.get(category) ?? 0
  return found.sort(
    (one, other) =>
      score(other) - score(one) ||
      Number(other.stock > 0) - Number(one.stock > 0) ||
      kinOf(other) - kinOf(one),
  )
}
