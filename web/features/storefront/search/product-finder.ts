import MiniSearch, { type Query } from 'minisearch'
import type { Product } from '#contract/products.ts'

const LONGEST_QUESTION = 100

/** Where a typing error is forgiven; in the long descriptions too many words are one letter apart. */
const FORGIVING = ['name', 'category']

/**
 * Answers questions about these products, best match first: every word counts wherever it stands, from its first
 * letters on, without accents and in either number. Only where nothing fits as typed are small typing errors forgiven,
 * and only then is one word out of several enough. Equal matches: what is in stock first, then the order of the list.
 */
export function productFinder(products: readonly Product[]): (question: string) => Product[] {
  const index = new MiniSearch<Product>({
    fields: ['name', 'category', 'description'],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: { boost: { name: 4, category: 2 }, prefix: true, bm25: { k: 0, b: 0, d: 1 } },
  })
  index.addAll(products)
  return (question) => {
    const words = [...new Set(wordsOf(question.slice(0, LONGEST_QUESTION)))]
    for (const query of queriesFor(words)) {
      const scores = new Map<unknown, number>(index.search(query).map(({ id, score }) => [id, score]))
      if (scores.size > 0) return ranked(products, scores)
    }
    return []
  }
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/[\p{M}'’]/gu, '')
  return (plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

function singular(word: string): string {
  if (word.length < 4) return word
  return word.replace(/ies$/, 'y').replace(/(?<=o|s|x|z|ch|sh)es$|(?<!s)s$/, '')
}

function queriesFor(words: string[]): Query[] {
  if (words.length === 0) return []
  const loose = words.map(withErrors)
  return [
    { combineWith: 'AND', queries: words },
    { combineWith: 'AND', queries: loose },
    { combineWith: 'OR', queries: loose },
  ]
}

function withErrors(word: string): Query {
  const fuzzy = word.length > 2 ? 0.2 : false
  const mistyped = { queries: [{ queries: [word], fuzzy }, ...swapped(word)], fields: FORGIVING }
  return { combineWith: 'OR', queries: [word, mistyped] }
}

/** The word with each two neighbors in turn the other way round, the commonest error of quick fingers. */
function swapped(word: string): string[] {
  const letters = [...word]
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
}

function ranked(products: readonly Product[], scores: ReadonlyMap<unknown, number>): Product[] {
  const score = (product: Product) => scores.get(product.id) ?? 0
  return products
    .filter(({ id }) => scores.has(id))
    .sort((one, other) => score(other) - score(one) || Number(other.stock > 0) - Number(one.stock > 0))
}
