import { type AllergenQuestion, allergenQuestion } from '#contract/allergen-question.ts'
import { type SettingKey, settingValue } from '#contract/setting-table.ts'
import type { Db } from '#server/db/tables.ts'
import { listStall, type StallProduct } from '#server/features/products/list-stall.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import type { FarmIndex } from './farm-index.ts'
import { findMentions, type Mention } from './find-products.ts'
import { findWishes, type Wish } from './find-wishes.ts'
import { type Heard, hear } from './hear-message.ts'
import { topicWords } from './topic-words.ts'

export type Asked = {
  db: Db
  now: Date
  index: FarmIndex
  heard: Heard
  wishes: ReadonlySet<Wish>
  fear: AllergenQuestion | null
  mentions: readonly Mention[]
  missing: readonly string[]
  unexplained: readonly string[]
  /** The products spoken of, or all where the whole stall is asked about; never an archived one. */
  stall: readonly StallProduct[]
  setting: (key: SettingKey) => string
  takesTestCards: boolean
}

const OF_THE_WHOLE_STALL: readonly Wish[] = [
  ...(['newest', 'low', 'soldOut', 'assortment', 'cheapest', 'dearest', 'under'] as const),
]

type Question = { db: Db; index: FarmIndex; text: string; now: Date; takesTestCards: boolean }

export async function askedOf({ db, index, text, now, takesTestCards }: Question): Promise<Asked> {
  const heard = hear(text, index)
  const wishes = findWishes(heard.line)
  const fear = allergenQuestion(text, index.recorded)
  const { mentions, missing } = findMentions(heard.words, index)
  const wantsAll = fear !== null || OF_THE_WHOLE_STALL.some((wish) => wishes.has(wish))
  const ids = [...new Set(mentions.flatMap(({ products }) => products.map(({ id }) => id)))]
  const stall = await listStall(db, wantsAll ? undefined : ids.slice(0, MOST_READ))
  const settings = await readSettings(db)
  const setting = (key: SettingKey) => settingValue(settings, key).trim()
  const unexplained = topicWords(heard.words, index).filter(({ isExplained }) => !isExplained)
  const unexplainedWords = unexplained.map(({ text: word }) => word)
  return {
    db,
    now,
    index,
    heard,
    wishes,
    fear,
    mentions,
    missing,
    unexplained: unexplainedWords,
    stall,
    setting,
    takesTestCards,
  }
}

/** No answer names more products than this; a word that fits more is a word for half the shop. */
const MOST_READ = 60
