import { type AllergenQuestion, allergenQuestion } from '#contract/chat/allergen-question.ts'
import { correctSpelling } from '#contract/chat/correct-spelling.ts'
import { stemOf } from '#contract/chat/word-forms.ts'
import { allergenTerm } from '#contract/products/allergens.ts'
import { type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import type { Db } from '#server/db/tables.ts'
import { listShopProducts, type ShopProduct } from '#server/features/products/product-queries.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import type { FarmIndex } from './farm-index.ts'
import { findMentions, type Mention } from './find-products.ts'
import { EXAMPLE_WORDS, type Ranked, rankExamples } from './rank-examples.ts'
import { partsOf, type Token, tokenize } from './tokenize.ts'
import type { Topic } from './topics.ts'
import { FOODS, SAME_TOPICS, SAME_WORDS, STOP_WORDS, SYNONYMS } from './vocabulary.ts'

export type Asked = { tokens: readonly Token[]; near: Ranked | null }

export type ChatQuery = {
  db: Db
  text: string
  now: Date
  index: FarmIndex
  tokens: readonly Token[]
  line: string
  asked: readonly Asked[]
  topics: ReadonlySet<Topic | 'reply'>
  fear: AllergenQuestion | null
  mentions: readonly Mention[]
  missing: readonly string[]
  /** The products mentioned, or all when the whole shop is asked about; never archived ones. */
  shopProducts: readonly ShopProduct[]
  setting: (key: SettingKey) => string
  takesTestCards: boolean
}

const OF_THE_WHOLE_SHOP = /^(?:newest|low|soldOut|assortment|cheapest|dearest|under)$/

const MAX_READ = 60

type Question = { db: Db; index: FarmIndex; text: string; now: Date; takesTestCards: boolean }

export async function readQuery(question: Question): Promise<ChatQuery> {
  const { db, index, text } = question
  const tokens = readTokens(text, index)
  const asked = isZipAlone(text)
    ? [{ tokens, near: { asks: 'delivery', share: 1 } as const }]
    : readAsked(tokens, index)
  const topics = new Set(asked.flatMap(({ near }) => (near ? [near.asks] : [])))
  const fear = allergenQuestion(text, index.recorded)
  const found = findMentions(tokens, index)
  const wantsAll = fear !== null || [...topics].some((topic) => OF_THE_WHOLE_SHOP.test(topic))
  const ids = new Set(found.mentions.flatMap(({ products }) => products.map(({ id }) => id)))
  const read = wantsAll ? undefined : [...ids].slice(0, MAX_READ)
  const settings = await readSettings(db)
  return {
    ...question,
    ...found,
    tokens,
    line: tokens.map((token) => token.text).join(' '),
    asked,
    topics,
    fear,
    shopProducts: await listShopProducts(db, question.now, read),
    setting: (key) => settingValue(settings, key).trim(),
  }
}

function readTokens(text: string, { byStem, textStems }: FarmIndex): Token[] {
  const stems = [...byStem.keys()]
  const near = new Set([...stems, ...stems.map((stem) => `${stem}s`), ...EXAMPLE_WORDS, ...FOODS])
  const known = [near, textStems, STOP_WORDS, SYNONYMS, SAME_TOPICS, SAME_WORDS]
  const plain = text
    .replace(/\$ ?(\d+)(?:\.\d\d)?/g, '$1 dollars')
    .replace(/\bapple pay\b/i, 'paypal')
  return tokenize(plain).map((token) => {
    if (known.some((list) => list.has(token.text) || list.has(token.stem))) return token
    const meant =
      allergenTerm(token.text) ??
      correctSpelling(token.text, near) ??
      correctSpelling(token.stem, near)
    return meant ? { ...token, text: meant, stem: stemOf(meant) } : token
  })
}

/** How near (of 1) the nearest example must be, and one the farmer replied to. */
const NEAR = 0.6
const NEAR_REPLY = 0.7

/**
 * Reads a message part by part if each part makes sense, else as a whole, else as far as possible.
 */
function readAsked(tokens: readonly Token[], { examples }: FarmIndex): Asked[] {
  const rank = (part: readonly Token[]): Asked => {
    const near = rankExamples(part, examples)
    return {
      tokens: part,
      near: near && near.share >= (near.asks === 'reply' ? NEAR_REPLY : NEAR) ? near : null,
    }
  }
  const whole = rank(tokens)
  const parts = partsOf(tokens)
    .filter(([first]) => !/^(?:and|or|but|plus|also|then)$/.test(first?.text ?? ''))
    .map(rank)
  return parts.length > 1 && (whole.near === null || parts.every(({ near }) => near !== null))
    ? parts
    : [whole]
}

function isZipAlone(text: string): boolean {
  const plain = text.trim().replace(/^(?:(?:my|the|our) )?zip(?: code)?(?: is)?:? /i, '')
  return /^\d{5}(?:-\d{4})?[.!]?$/.test(plain)
}
