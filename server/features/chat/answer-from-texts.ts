import MiniSearch, { type SearchResult } from 'minisearch'
import type { Db } from '#server/db/tables.ts'
import { listPageLinks } from '#server/features/pages/page-queries.ts'
import { nameOf } from './describe-products.ts'
import { type NamedProduct, topicsOf } from './farm-index.ts'
import { splitSentences } from './page-passages.ts'
import { isOfOthers } from './rank-examples.ts'
import type { ChatQuery } from './read-query.ts'
import type { Token } from './tokenize.ts'
import {
  COOKING,
  SAME_TOPICS,
  STOP_WORDS,
  STORAGE_QUESTION,
  STORAGE_TERMS,
  SYNONYMS,
} from './vocabulary.ts'

const ENOUGH = 0.6

const BY_HEADING = 0.7

const BY_TITLE = 0.05

/**
 * `weight`: a word's share of the question; words the shop sells weigh less, being the usual
 * subject.
 */
type Subject = { text: string; topic: string; weight: number }

function subjectsOf(tokens: readonly Token[], { index }: ChatQuery): Subject[] {
  const subjects = tokens.flatMap(({ text, stem }): Subject[] => {
    const topic = SAME_TOPICS.get(stem)
    if (
      ((STOP_WORDS.has(text) || STOP_WORDS.has(stem)) && !topic) ||
      /^\d+$/.test(text) ||
      stem.length < 2
    )
      return []
    const isOfShop = index.byStem.has(stem) || SYNONYMS.has(stem)
    return [{ text, topic: topic ?? stem, weight: isOfShop ? 0.5 : 1 }]
  })
  return [...new Map(subjects.map((one) => [one.topic, one])).values()]
}

/** The best-fitting sentence of a published page, with its address; null when none clearly fits. */
export async function answerFromPages(
  query: ChatQuery,
  tokens: readonly Token[],
  mustSpeakOf: ReadonlySet<string> | null = null,
): Promise<string | null> {
  const { index } = query
  const subjects = subjectsOf(tokens, query)
  const isOrganic = isOfOtherFood(query)
  const speaks = ({ text, heading }: SearchResult) =>
    !(isOrganic && !ORGANIC.test(text)) &&
    (!mustSpeakOf || topicsOf(`${heading} ${text}`).some((topic) => mustSpeakOf.has(topic)))
  const [best] = index.passages
    .search(subjects.map(({ topic }) => topic).join(' '))
    .slice(0, 30)
    .filter(speaks)
    .map((result) => ({ result, share: shareOf(result, subjects) }))
    .filter(({ share }) => share >= ENOUGH)
    .sort((one, other) => other.share - one.share || one.result.id - other.result.id)
  return best ? quote(query.db, best.result) : null
}

export async function quotePages(
  { db, index }: ChatQuery,
  pattern: RegExp,
): Promise<string | null> {
  const found = index.passages.search(MiniSearch.wildcard, {
    filter: ({ text }) => pattern.test(text),
  })
  const [best] = found.toSorted((one, other) => one.id - other.id)
  return best ? quote(db, best) : null
}

async function quote(db: Db, { title, text, slug }: SearchResult): Promise<string | null> {
  const isPublished = (await listPageLinks(db)).some((page) => page.slug === slug)
  return isPublished ? `Our page “${title}” says: “${text}” More at /pages/${slug}` : null
}

const ORGANIC = /\borganic/i
const GROWN = new Set(['Vegetables', 'Microgreens'])

function isOfOtherFood({ line, mentions }: ChatQuery): boolean {
  const isOther = mentions.some(({ products }) => products.some((one) => !GROWN.has(one.category)))
  return isOther && ORGANIC.test(line)
}

function shareOf({ match }: SearchResult, subjects: readonly Subject[]): number {
  // `constructor` exists on every object without having been found.
  const fieldsOf = (topic: string) => (Object.hasOwn(match, topic) ? (match[topic] ?? []) : [])
  const found = subjects.map((one) => ({ ...one, fields: fieldsOf(one.topic) }))
  // A title match alone is a page's subject, not an answer.
  if (!found.some(({ fields }) => fields.some((field) => field !== 'title'))) return 0
  // Topics missing from the shop's data are answered only by a page about them, not one that
  // mentions them.
  const isBeside = ({ fields }: { fields: string[] }) => !fields.some((field) => field !== 'text')
  if (found.some((one) => isOfOthers(one.text) && isBeside(one))) return 0
  const sum = (weights: number[]) => weights.reduce((one, other) => one + other, 0)
  const held = found.map(({ fields, weight }) =>
    fields.includes('text') ? weight : fields.length > 0 ? weight * BY_HEADING : 0,
  )
  const isSubject = found.some(({ fields }) => fields.includes('title'))
  return sum(held) / sum(found.map(({ weight }) => weight)) + (isSubject ? BY_TITLE : 0)
}

export async function listPages({ db }: ChatQuery): Promise<string[]> {
  const links = (await listPageLinks(db))
    .slice(0, 6)
    .map(({ title, slug }) => `“${title}” at /pages/${slug}`)
  return links.length > 0 ? [`Read about us on our pages: ${links.join(', ')}.`] : []
}

const MAX_DESCRIBED = 2

const STORAGE = /\bstor(?:age|ing)\b/i

export async function answerKeeping(query: ChatQuery): Promise<string[]> {
  const named = productsAsked(query)
  const said = quoteEach(named, STORAGE_TERMS, STORAGE_QUESTION)
  if (said.length > 0 || named.length === 0) return said
  const passage = await answerFromPages(query, query.tokens, STORAGE_TERMS)
  if (passage) return [passage]
  const what = named.slice(0, MAX_DESCRIBED).map(nameOf).join(' or ')
  const page = (await listPageLinks(query.db)).find(({ title }) => STORAGE.test(title))
  const more = page ? ` Our page “${page.title}” may help: /pages/${page.slug}` : ''
  return [`Nothing is written down about how to keep ${what}.${more}`]
}

export function answerDescriptions(query: ChatQuery, wanted?: ReadonlySet<string>): string[] {
  const named = productsAsked(query)
  const subjects = wanted ?? new Set(subjectsOf(query.tokens, query).map(({ topic }) => topic))
  const said = quoteEach(named, subjects)
  if (said.length > 0) return said
  return named.slice(0, MAX_DESCRIBED).flatMap((product) => {
    const opening = splitSentences(product.description).slice(0, 2).join(' ')
    return opening ? [`${nameOf(product)}: “${opening}”`] : []
  })
}

export const answerCooking = (query: ChatQuery) => answerDescriptions(query, COOKING)

function productsAsked({ mentions, shopProducts }: ChatQuery): NamedProduct[] {
  return mentions
    .flatMap(({ products }) => products)
    .filter(({ id }) => shopProducts.some((row) => row.id === id))
}

function quoteEach(
  products: readonly NamedProduct[],
  wanted: ReadonlySet<string>,
  more: ReadonlySet<string> = new Set(),
): string[] {
  const quotes = products.flatMap((product) => {
    const countOf = (sentence: string, words: ReadonlySet<string>) =>
      new Set(topicsOf(sentence)).intersection(words).difference(new Set(product.stems)).size
    const weigh = (sentence: string) => 2 * countOf(sentence, wanted) + countOf(sentence, more)
    const [best] = splitSentences(product.description)
      .filter((sentence) => countOf(sentence, wanted) > 0)
      .sort((one, other) => weigh(other) - weigh(one))
    return best ? [`${nameOf(product)}: “${best}”`] : []
  })
  return quotes.length > 0 ? [quotes.join(' ')] : []
}
