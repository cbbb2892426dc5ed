import { type AllergenQuestion, allergenQuestion } from '#contract/allergen-question.ts'
import { type SettingKey, settingValue } from '#contract/setting-table.ts'
import type { Db } from '#server/db/tables.ts'
import {
  listShopProducts,
  type ShopProduct,
} from '#server/features/products/shop-product-queries.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { detectIntents, type Intent } from './detect-intents.ts'
import type { FarmIndex } from './farm-index.ts'
import { findMentions, type Mention } from './find-products.ts'
import { findTopics, type ParsedMessage, parseMessage } from './parse-message.ts'

export type ChatQuery = {
  db: Db
  /** As it was typed, but for mail addresses. */
  text: string
  now: Date
  index: FarmIndex
  message: ParsedMessage
  intents: ReadonlySet<Intent>
  fear: AllergenQuestion | null
  mentions: readonly Mention[]
  missing: readonly string[]
  unexplained: readonly string[]
  /** The products spoken of, or all where the whole shop is asked about; never an archived one. */
  shopProducts: readonly ShopProduct[]
  setting: (key: SettingKey) => string
  takesTestCards: boolean
}

const OF_THE_WHOLE_SHOP: ReadonlySet<Intent> = new Set([
  'newest',
  'low',
  'soldOut',
  'assortment',
  'cheapest',
  'dearest',
  'under',
] as const)

type Question = { db: Db; index: FarmIndex; text: string; now: Date; takesTestCards: boolean }

export async function readQuery(question: Question): Promise<ChatQuery> {
  const { db, index, text } = question
  const message = parseMessage(text, index)
  const detected = detectIntents(message.line)
  const intents = isZipAlone(text) ? new Set<Intent>([...detected, 'delivery']) : detected
  const fear = allergenQuestion(text, index.recorded)
  const { mentions, missing } = findMentions(message.tokens, index)
  const wantsAll = fear !== null || !OF_THE_WHOLE_SHOP.isDisjointFrom(intents)
  const ids = [...new Set(mentions.flatMap(({ products }) => products.map(({ id }) => id)))]
  const shopProducts = await listShopProducts(
    db,
    question.now,
    wantsAll ? undefined : ids.slice(0, MAX_READ),
  )
  const settings = await readSettings(db)
  const setting = (key: SettingKey) => settingValue(settings, key).trim()
  const topics = findTopics(message.tokens, index).filter(({ isExplained }) => !isExplained)
  const unexplained = topics.map((topic) => topic.text)
  return {
    ...question,
    message,
    intents,
    fear,
    mentions,
    missing,
    unexplained,
    shopProducts,
    setting,
  }
}

/** No answer names more products than this; a word that fits more is a word for half the shop. */
const MAX_READ = 60

/** Asked for a ZIP code, a visitor may send that alone. */
function isZipAlone(text: string): boolean {
  const plain = text.trim().replace(/^(?:(?:my|the|our) )?zip(?: code)?(?: is)?:? /i, '')
  return /^\d{5}(?:-\d{4})?[.!]?$/.test(plain)
}
