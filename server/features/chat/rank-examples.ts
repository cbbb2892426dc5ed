import MiniSearch from 'minisearch'
import { isFood, type Token, tokenize } from './tokenize.ts'
import { TOPICS, type Topic } from './topics.ts'
import { asksWhere, findTown } from './town-in-question.ts'
import { COURTESY, MEASURES, SAME_WORDS, STOP_WORDS } from './vocabulary.ts'

type Example = { asks: Topic } | { asks: 'reply'; reply: string }

export type Ranked = Example & { share: number }

/** `exact`: words a question must contain to get the farmer's reply to this one. */
type Indexed = Example & { id: number; terms: readonly string[]; exact: readonly string[] }

export type Examples = {
  search: Pick<MiniSearch<Indexed>, 'search'>
  weigh: (terms: readonly string[]) => number
  isGoods: IsGoods
}

type IsGoods = (token: Token) => boolean

const BUILT_IN = Object.entries(TOPICS).flatMap(([asks, text]) =>
  sentencesOf(text).map((tokens) => ({ asks: asks as Topic, tokens })),
)

export function sentencesOf(text: string): Token[][] {
  return text
    .split(/[.?]\s*/)
    .map(tokenize)
    .filter((tokens) => tokens.length > 0)
}

const ASKED_WITH = Map.groupBy(
  BUILT_IN.flatMap(({ asks, tokens }) => tokens.map(({ text }) => ({ asks, text }))),
  ({ text }) => text,
)

export const EXAMPLE_WORDS: ReadonlySet<string> = new Set(ASKED_WITH.keys())

/** A word that appears only in example questions the shop's data can't answer. */
export function isOfOthers(word: string): boolean {
  return ASKED_WITH.get(word)?.every(({ asks }) => asks === 'other') ?? false
}

const OF_TEXTS = /^(?:about|keeping|cooking|farming|other)$/

/** A word of questions that no product text answers. */
export function isOfShop(word: string): boolean {
  return ASKED_WITH.get(word)?.some(({ asks }) => !OF_TEXTS.test(asks)) ?? false
}

/** Weights: a product name, a word in no example, and the most for a word of the examples. */
const OF_GOODS = 6
const UNKNOWN = 14
const MOST = 22

const GOODS = 'GOODS'
const KINDS = new Set([GOODS, 'PLACE', 'MEASURE', 'number', 'day'])

export function indexExamples(
  replied: readonly { text: string; reply: string }[],
  isGoods: IsGoods,
): Examples {
  const own = replied.map(
    ({ text, reply }) => ({ asks: 'reply', reply, tokens: tokenize(text) }) as const,
  )
  const examples = [...BUILT_IN, ...own].map(({ tokens, ...example }, id): Indexed => {
    const terms = termsOf(tokens, isGoods)
    const exact = tokens.filter(
      ({ text }, at) => KINDS.has(terms[at] ?? '') || !STOP_WORDS.has(text),
    )
    return { ...example, id, terms: [...new Set(terms)], exact: exact.map(({ stem }) => stem) }
  })
  const search = new MiniSearch<Indexed>({
    fields: ['terms'],
    storeFields: ['asks', 'reply', 'terms', 'exact'],
    stringifyField: (terms: string[]) => terms.join(' '),
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  })
  search.addAll(examples)
  const counts = Map.groupBy(
    examples.flatMap(({ terms }) => terms),
    (term) => term,
  )
  const weighOne = (term: string) => {
    if (term === GOODS) return OF_GOODS
    const count = counts.get(term)?.length ?? 0
    if (count === 0) return STOP_WORDS.has(term) ? 1 : UNKNOWN
    return Math.min(MOST, Math.log(1 + examples.length / (1 + count)) ** 2)
  }
  const weigh = (terms: readonly string[]) => terms.reduce((sum, term) => sum + weighOne(term), 0)
  return { search, weigh, isGoods }
}

export function rankExamples(
  tokens: readonly Token[],
  { search, weigh, isGoods }: Examples,
): Ranked | null {
  const terms = [...new Set(termsOf(tokens, isGoods))]
  const stems = new Set(tokens.map(({ stem }) => stem))
  const shareOf = (held: readonly string[], own: readonly string[]) => {
    const asked = terms.filter((term) => held.includes(term) || !COURTESY.has(term))
    return (2 * weigh(held)) / (weigh(asked) + weigh(own))
  }
  const near = search
    .search(terms.join(' '))
    .filter(({ terms: own }) => !own.includes(GOODS) || terms.includes(GOODS))
    // A reply about one thing, day or number doesn't fit another.
    .filter(({ asks, exact }) => asks !== 'reply' || exact.every((stem: string) => stems.has(stem)))
    .map(({ queryTerms, terms: own, asks, reply }) => ({
      asks,
      reply,
      share: shareOf(queryTerms, own),
    }))
  // "We don't know" wins only when nothing is as near.
  const last = ({ asks }: { asks: string }) => Number(asks === 'other')
  const [best] = near.toSorted((one, other) => other.share - one.share || last(one) - last(other))
  return (best as Ranked | undefined) ?? null
}

function termsOf(tokens: readonly Token[], isGoods: IsGoods): string[] {
  const place = placeWords(tokens.map(({ text }) => text).join(' '))
  return tokens.map((token) => {
    const { text, stem } = token
    if (place.has(text)) return 'PLACE'
    if (isGoods(token) || isFood(stem)) return GOODS
    if (MEASURES.has(stem)) return 'MEASURE'
    if (/^\d/.test(text)) return 'number'
    const plain = text.replace(/n't$/, 'nt').replace(/'.*/, '')
    return (
      SAME_WORDS.get(plain) ?? SAME_WORDS.get(stem) ?? (COURTESY.has(plain) ? plain : rootOf(plain))
    )
  })
}

function placeWords(text: string): ReadonlySet<string> {
  return new Set(asksWhere(text) ? findTown(text)?.name.toLowerCase().split(' ') : [])
}

/** `deliver` of `delivering`, `delivered`, `delivery`: a shared root, not necessarily a word. */
function rootOf(text: string): string {
  return text
    .replace(/(?<=...)(?:ment|ies|es|s)$/, '')
    .replace(/(?<=...)(?:er)?(?:ing|ed|y|e)?$/, '')
}
