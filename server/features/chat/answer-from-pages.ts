import MiniSearch, { type SearchResult } from 'minisearch'
import type { ProductCategory } from '#contract/categories.ts'
import type { Db } from '#server/db/tables.ts'
import { listPageLinks } from '#server/features/pages/page-queries.ts'
import { nameOf } from './describe-products.ts'
import { hasDetail } from './detect-intents.ts'
import { type NamedProduct, topicsOf } from './farm-index.ts'
import { splitSentences } from './page-passages.ts'
import { findTopics, type Topic } from './parse-message.ts'
import type { ChatQuery } from './read-query.ts'
import { COOKING, OTHER_TOPICS, STORAGE_QUESTION, STORAGE_TERMS } from './vocabulary.ts'

const ENOUGH = 0.6

const BY_HEADING = 0.7

const BY_TITLE = 0.05

/** The sentence of a published page that fits, with its address; null when none clearly does. */
export async function answerFromPages(
  query: ChatQuery,
  { mustSpeakOf }: { mustSpeakOf?: ReadonlySet<string> } = {},
): Promise<string | null> {
  const { db, index, message } = query
  const topics = findTopics(message.tokens, index)
  if (topics.length === 0) return null
  const found = index.passages.search(topics.map(({ topic }) => topic).join(' '), {
    combineWith: 'OR',
  })
  const isOfOrganicFood = isOfOtherFood(query)
  const speaks = ({ text, heading }: SearchResult) =>
    !(isOfOrganicFood && !ORGANIC.test(text)) &&
    (!mustSpeakOf || topicsOf(`${heading} ${text}`).some((topic) => mustSpeakOf.has(topic)))
  const fitting = found
    .slice(0, 30)
    .filter(speaks)
    .map((result) => ({ result, share: shareOf(result, topics) }))
    .filter(({ share }) => share >= ENOUGH)
    .sort((one, other) => other.share - one.share || one.result.id - other.result.id)
  const [best] = fitting
  return best ? quote(db, best.result) : null
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
const GROWN = new Set<ProductCategory>(['Vegetables', 'Microgreens'])

/** Beds that nobody sprays say nothing of eggs, cheese or bagels. */
function isOfOtherFood({ message, mentions }: ChatQuery): boolean {
  const isOther = mentions.some(({ products }) => products.some((one) => !GROWN.has(one.category)))
  return isOther && ORGANIC.test(message.line)
}

/** How much of a question a sentence speaks of, from 0 to 1. */
function shareOf({ match }: SearchResult, topics: readonly Topic[]): number {
  // The title alone is the subject of a whole page, and no answer.
  if (!topics.some(({ topic }) => fieldsOf(match, topic).some((field) => field !== 'title')))
    return 0
  // What the shop's rows know nothing of is answered where a page is about it, not where it is
  // mentioned.
  const others = topics.filter(({ text }) => OTHER_TOPICS.has(text))
  if (!others.every(({ topic }) => fieldsOf(match, topic).some((field) => field !== 'text')))
    return 0
  const all = topics.reduce((sum, { weight }) => sum + weight, 0)
  const held = topics.reduce((sum, { topic, weight }) => {
    const fields = fieldsOf(match, topic)
    const inHeading = fields.includes('heading') || fields.includes('title')
    return sum + (fields.includes('text') ? weight : inHeading ? weight * BY_HEADING : 0)
  }, 0)
  const isSubject = topics.some(({ topic }) => fieldsOf(match, topic).includes('title'))
  return held / all + (isSubject ? BY_TITLE : 0)
}

/** Where a word was found; `constructor` stands in every object, and need not have been found. */
function fieldsOf(match: SearchResult['match'], topic: string): readonly string[] {
  return Object.hasOwn(match, topic) ? (match[topic] ?? []) : []
}

export async function listPages({ db }: ChatQuery): Promise<string | null> {
  const links = (await listPageLinks(db))
    .slice(0, 6)
    .map(({ title, slug }) => `“${title}” at /pages/${slug}`)
  return links.length > 0 ? `Read about us on our pages: ${links.join(', ')}.` : null
}

const STORAGE = /\bstor(?:age|ing)\b/i

export async function leadToStorage(query: ChatQuery): Promise<string> {
  const { db, shopProducts } = query
  const passage = await answerFromPages(query, { mustSpeakOf: STORAGE_TERMS })
  if (passage) return passage
  const what = shopProducts.slice(0, MAX_DESCRIBED).map(nameOf).join(' or ')
  const page = (await listPageLinks(db)).find(({ title }) => STORAGE.test(title))
  const more = page ? ` Our page “${page.title}” may help: /pages/${page.slug}` : ''
  return `Nothing is written down about how to keep ${what}.${more}`
}

const MAX_DESCRIBED = 2

/** What is written about each product that is asked about; where it says nothing of that, how it begins. */
export function answerDescriptions(query: ChatQuery): string[] {
  const { mentions, intents, message, index, shopProducts } = query
  const named = mentions
    .flatMap(({ products }) => products)
    .filter(({ id }) => shopProducts.some((row) => row.id === id))
  if (intents.has('keeping')) return joined(named.flatMap(quoteStorage))
  const topics = findTopics(message.tokens, index).map(({ topic }) => topic)
  const wanted = hasDetail(message.line, 'preparing') ? COOKING : new Set(topics)
  const fitting = named.flatMap((product) => {
    const sentences = splitSentences(product.description)
    const [best] = sentences.toSorted(
      (one, other) => countOf(other, wanted, product) - countOf(one, wanted, product),
    )
    return best && countOf(best, wanted, product) > 0 ? [quoted(product, best)] : []
  })
  if (fitting.length > 0) return joined(fitting)
  return named.slice(0, MAX_DESCRIBED).flatMap((product) => {
    const opening = splitSentences(product.description).slice(0, 2).join(' ')
    return opening ? [quoted(product, opening)] : []
  })
}

/** One answer, so that nothing of it is left out for its length. */
function joined(quotes: readonly string[]): string[] {
  return quotes.length > 0 ? [quotes.join(' ')] : []
}

function quoteStorage(product: NamedProduct): string[] {
  const weighed = splitSentences(product.description)
    .filter((sentence) => countOf(sentence, STORAGE_TERMS, product) > 0)
    .map((sentence) => ({
      sentence,
      weight:
        2 * countOf(sentence, STORAGE_TERMS, product) +
        countOf(sentence, STORAGE_QUESTION, product),
    }))
  const [best] = weighed.toSorted((one, other) => other.weight - one.weight)
  return best ? [quoted(product, best.sentence)] : []
}

function quoted(product: NamedProduct, passage: string): string {
  return `${nameOf(product)}: “${passage}”`
}

function countOf(sentence: string, wanted: ReadonlySet<string>, { stems }: NamedProduct): number {
  const topics = new Set(topicsOf(sentence))
  return [...wanted].filter((topic) => topics.has(topic) && !stems.includes(topic)).length
}
