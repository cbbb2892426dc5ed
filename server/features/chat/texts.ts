import MiniSearch, { type SearchResult } from 'minisearch'
import { GOODS_INSTEAD } from '#contract/products/market-words.ts'
import { shortName } from '#contract/products/short-name.ts'
import type { Db } from '#server/db/write.ts'
import { listPageLinks } from '#server/features/pages/page-queries.ts'
import type { NamedProduct } from './farm-index.ts'
import { EXAMPLE_WORDS, isOfOthers } from './intents.ts'
import { splitSentences } from './page-passages.ts'
import type { ChatQuery } from './read-question.ts'
import { isStopWord, MEASURES, SAME_TOPICS, stemsOf, type Token, topicsOf } from './words.ts'

const ENOUGH = 0.6

const BY_HEADING = 0.7

const BY_TITLE = 0.05

/** `weight`: a word's share of the question; goods weigh less, being the usual subject. */
type Subject = { text: string; topic: string; weight: number }

function subjectsOf(tokens: readonly Token[], { index }: ChatQuery): Subject[] {
  const subjects = tokens.flatMap((token): Subject[] => {
    const topic = SAME_TOPICS.get(token.stem) ?? SAME_TOPICS.get(token.text)
    const isMeasure = MEASURES.has(token.stem)
    if (isStopWord(token) && !topic && !isMeasure) return []
    if (/^\d+$/.test(token.text) || token.stem.length < 2) return []
    const weight = isMeasure || index.byStem.has(token.stem) ? 0.5 : 1
    return [{ text: token.text, topic: topic ?? token.stem, weight }]
  })
  return [...new Map(subjects.map((one) => [one.topic, one])).values()]
}

const GROWN = /^(?:Vegetables|Microgreens)$/

/** The best-fitting sentence of a published page, with its address; null when none clearly fits. */
export async function answerFromPages(
  query: ChatQuery,
  tokens: readonly Token[],
  mustSpeakOf: ReadonlySet<string> | null = null,
): Promise<string | null> {
  const subjects = subjectsOf(tokens, query)
  // Beds without sprays don't make eggs organic.
  const isOrganic =
    /\borganic/.test(query.line) &&
    query.mentions.some(({ products }) => products.some((one) => !GROWN.test(one.category)))
  const speaks = ({ text, heading }: SearchResult) =>
    !(isOrganic && !/\borganic/i.test(text)) &&
    !mustSpeakOf?.isDisjointFrom(new Set(topicsOf(`${heading} ${text}`)))
  const [best] = query.index.passages
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
  const filter = ({ text }: SearchResult) => pattern.test(text)
  const found = index.passages.search(MiniSearch.wildcard, { filter })
  const [best] = found.toSorted((one, other) => one.id - other.id)
  return best ? quote(db, best) : null
}

async function quote(db: Db, { title, text, slug }: SearchResult): Promise<string | null> {
  const isPublished = (await listPageLinks(db)).some((page) => page.slug === slug)
  return isPublished ? `Our page “${title}” says: “${text}” More at /pages/${slug}` : null
}

function shareOf({ match }: SearchResult, subjects: readonly Subject[]): number {
  // `constructor` is on every object, without having been found.
  const fieldsOf = (topic: string) => (Object.hasOwn(match, topic) ? (match[topic] ?? []) : [])
  const found = subjects.map((one) => ({ ...one, fields: fieldsOf(one.topic) }))
  // A title match alone is a page's subject, not an answer.
  if (!found.some(({ fields }) => fields.some((field) => field !== 'title'))) return 0
  // Topics missing from the data are answered only by a page about them, not one mentioning them.
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

const COOKING = new Set(
  `bake boil cook eat fry grill mashed melt pan roast salad slice soup spread
  stir toast`.split(/\s+/),
)
const KEEPING = new Set('keep store refrigerator freezer counter snip within'.split(' '))

/** Adds to an answer about keeping, but isn't one alone. */
const KEPT = new Set('best cool cupboard damp dark day dry month room week year'.split(' '))

export async function answerKeeping(query: ChatQuery): Promise<string[]> {
  const said = quoteEach(query.named, KEEPING, KEPT)
  if (said.length > 0 || query.named.length === 0) return said
  const passage = await answerFromPages(query, query.tokens, KEEPING)
  if (passage) return [passage]
  const what = query.named.slice(0, MAX_DESCRIBED).map(shortName).join(' or ')
  const page = (await listPageLinks(query.db)).find(({ title }) =>
    /\bstor(?:age|ing)\b/i.test(title),
  )
  const more = page ? ` Our page “${page.title}” may help: /pages/${page.slug}` : ''
  return [`Nothing is written about how to keep ${what}.${more}`]
}

const asksFor = (query: ChatQuery) =>
  new Set(subjectsOf(query.tokens, query).map(({ topic }) => topic))

/** What the descriptions say about what is asked; empty if they don't. */
export function quoteDescriptions(query: ChatQuery): string[] {
  return quoteEach(query.named, asksFor(query))
}

export function answerDescriptions(query: ChatQuery): string[] {
  const said = quoteDescriptions(query)
  if (said.length > 0) return said
  return query.named.slice(0, MAX_DESCRIBED).flatMap((product) => {
    const opening = splitSentences(product.description).slice(0, 2).join(' ')
    const what = [shortName(product), product.unit].filter(Boolean).join(', ')
    return opening ? [`${what}: “${opening}”`] : []
  })
}

export function answerCooking(query: ChatQuery): string[] {
  const said = quoteEach(query.named, COOKING, asksFor(query).difference(COOKING))
  return said.length > 0 ? said : answerDescriptions(query)
}

/** Products that fit every word of a wish: `something for breakfast`, `good for a salad`. */
export function productsFor({ tokens, index }: ChatQuery): readonly NamedProduct[] {
  const wanted = tokens.flatMap((token) => {
    const instead = GOODS_INSTEAD.get(token.stem)
    if (!instead && (isStopWord(token) || EXAMPLE_WORDS.has(token.text))) return []
    return [new Set([SAME_TOPICS.get(token.stem) ?? token.stem, ...(instead ?? [])])]
  })
  if (wanted.length === 0) return []
  return index.products.filter(({ name, description }) => {
    const written = new Set([...stemsOf(name), ...topicsOf(description)])
    return wanted.every((words) => !words.isDisjointFrom(written))
  })
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
    return best ? [`${shortName(product)}: “${best}”`] : []
  })
  return quotes.length > 0 ? [quotes.join(' ')] : []
}
