import { formatMoment } from '#contract/date-format.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { type HistoryWords, sayEntry } from '../history/say-entry.ts'
import { PAGE_HISTORY_WORDS } from '../pages/page-history-words.ts'
import { PRODUCT_HISTORY } from '../products/product-history.ts'
import { RECIPE_HISTORY_WORDS } from '../recipes/recipe-history-words.ts'
import { sayDevice } from './say-device.ts'

const WORDS: Readonly<Record<string, HistoryWords>> = {
  product: PRODUCT_HISTORY,
  recipe: RECIPE_HISTORY_WORDS,
  page: PAGE_HISTORY_WORDS,
  setting: { value: { label: 'Value' } },
  order: { status: { label: 'Status' } },
}

type Say = (entry: HistoryEntry) => string

const SENTENCES: Readonly<Record<string, Say>> = {
  'desk signed in': () => 'Signed in',
  'desk signed out': () => 'Signed out',
  'password changed': () => 'Password changed',
  'session ended': ({ before }) => `Signed a browser out: ${sayDevice({ ...NOBODY, ...textsOf(before) })}`,
  'sessions ended': () => 'Signed every other browser out',
  'wrong-password refused': ({ after }) => sayWrong(after),
  'orders exported': () => 'Orders downloaded as CSV',
  'subscribers exported': () => 'Subscribers downloaded as CSV',
  'subscriber removed': () => 'Subscriber removed',
  'backup created': () => 'Backup started',
  'backup downloaded': ({ after }) => `Backup downloaded: ${after?.name ?? ''}`,
  'letter sent': ({ after }) => `Newsletter sent: ${after?.subject ?? ''}`,
}

const NOBODY = { device: null, address: null }

/** What was done, in one line: `Signed in`, `Product 7, Farm Eggs: changed`. */
export function sayDeskEntry(entry: HistoryEntry): string {
  const [kind = '', id = ''] = entry.subject.split(':', 2)
  const say = SENTENCES[`${kind} ${entry.action}`]
  if (say) return say(entry)
  const { name, title } = { ...entry.before, ...entry.after }
  const called = [name, title].find((one) => typeof one === 'string')
  const thing = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`.trim()
  return `${called === undefined ? thing : `${thing}, ${called}`}: ${entry.action}`
}

export function sayDetails(entry: HistoryEntry): string[] {
  const [kind = ''] = entry.subject.split(':', 1)
  const words = WORDS[kind]
  return words && entry.action === 'changed' ? sayEntry(entry, words) : []
}

function sayWrong(after: HistoryEntry['after']): string {
  const times = typeof after?.times === 'number' ? after.times : 1
  if (times === 1) return 'Wrong password'
  const last = typeof after?.lastAt === 'string' ? `, the last one ${formatMoment(after.lastAt)}` : ''
  return `${times.toLocaleString('en-US')} wrong passwords${last}`
}

function textsOf(state: HistoryEntry['before']): Partial<typeof NOBODY> {
  return Object.fromEntries(Object.entries(state ?? {}).filter(([, value]) => typeof value === 'string'))
}
