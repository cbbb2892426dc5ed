import { type AllergenQuestion, allergenQuestion } from '#contract/chat/allergen-question.ts'
import { correctSpelling } from '#contract/chat/correct-spelling.ts'
import { stemOf } from '#contract/chat/word-forms.ts'
import { allergenTerm } from '#contract/products/allergens.ts'
import { FOODS, GOODS_INSTEAD, GOODS_MEANT } from '#contract/products/market-words.ts'
import { type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import type { Db } from '#server/db/write.ts'
import { listShopProducts, type ShopProduct } from '#server/features/products/product-queries.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { type DayAsked, dayInQuestion } from './day-in-question.ts'
import { type FarmIndex, type NamedProduct, productsOf, stemsIn } from './farm-index.ts'
import { EXAMPLE_WORDS, type Ranked, rankExamples, type Topic } from './intents.ts'
import {
  isFood,
  isStopWord,
  lineOf,
  MEASURES,
  numberOf,
  partsOf,
  SAME_TOPICS,
  SAME_WORDS,
  type Token,
  tokenize,
} from './words.ts'

export type Asked = { tokens: readonly Token[]; near: Ranked | null }

export type Mention = {
  products: readonly NamedProduct[]
  stems: readonly string[]
  tokens: readonly string[]
  quantity: number | null
  measure: string | null
}

export type ChatQuery = {
  db: Db
  text: string
  now: Date
  index: FarmIndex
  tokens: readonly Token[]
  line: string
  day: DayAsked | null
  asked: readonly Asked[]
  topics: ReadonlySet<Topic | 'reply'>
  fear: AllergenQuestion | null
  mentions: readonly Mention[]
  /** Foods not sold, even if in a product's name; but not the garlic of `pickles with garlic`. */
  missing: readonly string[]
  /** The products mentioned that are still sold. */
  named: readonly NamedProduct[]
  /** Never archived ones. */
  shopProducts: readonly ShopProduct[]
  setting: (key: SettingKey) => string
  takesTestCards: boolean
}

type Question = Pick<ChatQuery, 'db' | 'index' | 'text' | 'now' | 'takesTestCards'> & {
  before: Remembered | null
}

/** What a chat was last about: goods, in the visitor's words, else the question itself. */
export type Remembered = { goods: string; asked: string }

export async function readQuery({ before, ...question }: Question): Promise<ChatQuery> {
  const { db, index, now } = question
  const { text, tokens, asked } = withWhatWentBefore(readText(question.text, index), before, index)
  const topics = new Set(asked.flatMap(({ near }) => (near ? [near.asks] : [])))
  const found = findMentions(tokens, index)
  const settings = await readSettings(db)
  const setting = (key: SettingKey) => settingValue(settings, key).trim()
  const shopProducts = await listShopProducts(db, now)
  const products = found.mentions.flatMap((mention) => mention.products)
  return {
    ...question,
    ...found,
    ...{ text, tokens, asked, topics, shopProducts, setting },
    fear: allergenQuestion(text, index.recorded),
    named: products.filter(({ id }) => shopProducts.some((row) => row.id === id)),
    line: lineOf(tokens),
    day: dayInQuestion(text, farmDayOf(now.toISOString(), setting('time_zone'))),
  }
}

type Read = Pick<ChatQuery, 'text' | 'tokens' | 'asked'>

function readText(text: string, index: FarmIndex): Read {
  const tokens = readTokens(text, index)
  const asked = isZipAlone(text)
    ? [{ tokens, near: { asks: 'delivery', reply: '', share: 1 } as const }]
    : readAsked(tokens, index)
  return { text, tokens, asked }
}

const OF_GOODS = /^(?:goods|restock|about|keeping|cooking|use|cheapest|recipes)$/
const PRONOUN = /\b(?:it|its|them|they|those|these|this|that)\b/i
const AMOUNT =
  /\b(?:\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|couple)\b(?: (?:more|of|bags?|bunch(?:es)?|boxe?s?|cartons?|dozens?|jars?|lbs?|pints?|pounds?|quarts?|trays?))*/i

/** `and how much are two dozen`, after eggs were spoken of; `when`, after delivery was. */
function withWhatWentBefore(read: Read, before: Remembered | null, index: FarmIndex): Read {
  const { text, tokens, asked } = read
  const { mentions, missing } = findMentions(tokens, index)
  const isOpen = asked.every(({ near }) => !near || OF_GOODS.test(near.asks))
  const isNew = mentions.length > 0 || (missing.length > 0 && !PRONOUN.test(text))
  if (!before || isNew || !isOpen) return read
  const { goods } = before
  const isShort = tokens.length > 0 && tokens.every(isStopWord)
  const isCounted = goods !== '' && AMOUNT.test(text)
  if (isCounted) return readText(text.replace(AMOUNT, `$& ${goods}`), index)
  if (goods && PRONOUN.test(text)) return readText(text.replace(PRONOUN, goods), index)
  return isShort ? readText(goods ? `${text} ${goods}` : `${before.asked} ${text}`, index) : read
}

function readTokens(text: string, index: FarmIndex): Token[] {
  const stems = [...index.byStem.keys()]
  const near = new Set([...stems, ...stems.map((stem) => `${stem}s`), ...EXAMPLE_WORDS, ...FOODS])
  const known = [near, index.textStems, GOODS_MEANT, GOODS_INSTEAD, SAME_TOPICS, SAME_WORDS]
  const plain = text
    .replace(/\$ ?(\d+)(?:\.\d\d)?/g, '$1 dollars')
    .replace(/\b(?:apple|google) ?pay\b/i, 'paypal')
    .replace(/\bsour kraut/i, 'sauerkraut')
  return tokenize(plain).map((token) => {
    if (isStopWord(token) || known.some((list) => list.has(token.text) || list.has(token.stem)))
      return token
    const meant =
      allergenTerm(token.text) ??
      correctSpelling(token.text, near) ??
      correctSpelling(token.stem, near)
    return meant ? { ...token, text: meant, stem: stemOf(meant) } : token
  })
}

/** How near (from 0 to 1) the nearest example must be, and one that the farmer replied to. */
const NEAR = 0.6
const NEAR_REPLY = 0.7

/** Reads part by part if every part makes sense, else as a whole, else as far as possible. */
function readAsked(tokens: readonly Token[], { examples }: FarmIndex): Asked[] {
  const rank = (part: readonly Token[]): Asked => {
    const near = rankExamples(part, examples)
    if (near && near.share >= (near.asks === 'reply' ? NEAR_REPLY : NEAR))
      return { tokens: part, near }
    const isGoods = part.some(examples.isGoods) && part.every((one) => isPlain(one, examples))
    return { tokens: part, near: isGoods ? { asks: 'goods', reply: '', share: NEAR } : null }
  }
  const whole = rank(tokens)
  const parts = partsOf(tokens)
    .filter(([first]) => !/^(?:and|or|but|plus|also|then|n)$/.test(first?.text ?? ''))
    .map(rank)
  return parts.length > 1 && (whole.near === null || parts.every(({ near }) => near !== null))
    ? parts
    : [whole]
}

/** `and potatoes?`, `3 bags of onion bagels`: goods and nothing else. */
function isPlain(token: Token, { isGoods }: FarmIndex['examples']): boolean {
  return isGoods(token) || isStopWord(token) || /^\d/.test(token.text)
}

function isZipAlone(text: string): boolean {
  const plain = text.trim().replace(/^(?:(?:my|the|our) )?zip(?: code)?(?: is)?:? /i, '')
  return /^\d{5}(?:-\d{4})?[.!]?$/.test(plain)
}

type Amount = Pick<Mention, 'quantity' | 'measure'>
const NO_AMOUNT: Amount = { quantity: null, measure: null }

export function findMentions(
  tokens: readonly Token[],
  index: Pick<FarmIndex, 'byStem' | 'textStems'>,
): Pick<ChatQuery, 'mentions' | 'missing'> {
  const found: Mention[] = []
  const missing: string[] = []
  for (const part of partsOf(tokens)) {
    const named: Mention[] = []
    const foods: string[] = []
    let [isOpen, amount] = [false, NO_AMOUNT]
    for (const [place, token] of part.entries()) {
      const products = productsOf(token, index)
      const before = part[place - 1]
      if (products.length > 0 && before && isUnheardOf(before, index))
        missing.push(`${before.text} ${token.text}`)
      const last = isOpen ? named.pop() : undefined
      const both = last?.products.filter((one) => products.includes(one)) ?? []
      const own = { products, stems: stemsIn(token), tokens: [token.text], ...amount }
      if (last && both.length > 0)
        named.push({
          ...last,
          products: both,
          stems: [...last.stems, ...own.stems],
          tokens: [...last.tokens, token.text],
        })
      else named.push(...(last ? [last] : []), ...(products.length > 0 ? [own] : []))
      const isOther = products.length === 0 && isFood(token.stem)
      if (isOther) foods.push(token.text)
      isOpen = products.length > 0 || (isOpen && !isOther)
      amount = amountAfter(amount, token)
    }
    found.push(...named)
    if (named.length === 0) missing.push(...foods)
  }
  const mentions = preferred(found, lineOf(tokens))
  const inNames = mentions.filter(isOnlyInName).flatMap((mention) => mention.tokens)
  return { mentions, missing: [...missing, ...inNames] }
}

/** A food that no text of the farm holds: `goat cheese`. `chicken eggs` are just eggs. */
function isUnheardOf(token: Token, index: Pick<FarmIndex, 'byStem' | 'textStems'>): boolean {
  const isKnown = index.textStems.has(token.stem) || SAME_TOPICS.has(token.stem)
  return isFood(token.stem) && !isKnown && productsOf(token, index).length === 0
}

function amountAfter(before: Amount, token: Token): Amount {
  const quantity = numberOf(token)
  if (quantity !== null) return { quantity, measure: null }
  if (MEASURES.has(token.stem)) return { ...before, measure: token.stem }
  if (/^(?:of|more)$/.test(token.text)) return before
  return { ...before, quantity: before.measure ? before.quantity : null }
}

/** Whether a product is that thing (bagels, not bagel seasoning) or in that category. */
export function isSuch(
  { head, categoryStems }: NamedProduct,
  { stems }: Pick<Mention, 'stems'>,
): boolean {
  return stems.includes(head) || stems.some((stem) => categoryStems.includes(stem))
}

export function isSurely(mention: Mention, line: string): boolean {
  if (mention.stems.length > 1) return true
  return mention.products.every(
    (product) => isSuch(product, mention) || line.includes(product.plainName),
  )
}

/** Of products sharing a word: those named in full or of that kind; then in the measure asked. */
function preferred(mentions: readonly Mention[], line: string): Mention[] {
  let unread = line
  return mentions.map((mention) => {
    const called = mention.products.filter(
      ({ plainName }) => plainName.includes(' ') && unread.includes(plainName),
    )
    for (const { plainName } of called) unread = unread.replace(plainName, '')
    const such = mention.products.filter((product) => isSuch(product, mention))
    const products = [called, such, mention.products].find((some) => some.length > 0) ?? []
    const measured = products.filter(({ unit }) => unit?.toLowerCase() === mention.measure)
    return { ...mention, products: measured.length > 0 ? measured : products }
  })
}

/** Onions are not onion bagels: a food that appears only in another product's name. */
function isOnlyInName(mention: Mention): boolean {
  return (
    mention.stems.every(isFood) && !mention.products.some((product) => isSuch(product, mention))
  )
}
