import { formatMoment } from '#contract/date-format.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { formatDevice } from '../account/format-device.ts'
import { PAGE_HISTORY_LABELS } from '../pages/page-history-labels.ts'
import { PRODUCT_HISTORY } from '../products/product-history.ts'
import { RECIPE_HISTORY_LABELS } from '../recipes/recipe-history-labels.ts'
import { formatEntry, type HistoryLabels } from '../shared/format-entry.ts'

const LABELS: Readonly<Record<string, HistoryLabels>> = {
  product: PRODUCT_HISTORY,
  recipe: RECIPE_HISTORY_LABELS,
  page: PAGE_HISTORY_LABELS,
  setting: { value: { label: 'Value' } },
  order: { status: { label: 'Status' } },
}

type Formatter = (entry: HistoryEntry) => string

const SENTENCES: Readonly<Record<string, Formatter>> = {
  'desk signed in': () => 'Signed in',
  'desk signed out': () => 'Signed out',
  'password changed': () => 'Password changed',
  'session ended': ({ before }) => `Signed a browser out: ${formatDevice({ ...NOBODY, ...textsOf(before) })}`,
  'sessions ended': () => 'Signed every other browser out',
  'wrong-password refused': ({ after }) => formatWrongTries(after),
  'orders exported': () => 'Orders downloaded as CSV',
  'subscribers exported': () => 'Subscribers downloaded as CSV',
  'subscriber removed': () => 'Subscriber removed',
  'backup created': () => 'Backup started',
  'backup downloaded': ({ after }) => `Backup downloaded: ${after?.name ?? ''}`,
  'letter sent': ({ after }) => `Newsletter sent: ${after?.subject ?? ''}`,
}

const NOBODY = { device: null, address: null }

/** What was done, in one line: `Signed in`, `Product 7, Farm Eggs: changed`. */
export function formatDeskEntry(entry: HistoryEntry): string {
  const [kind = '', id = ''] = entry.subject.split(':', 2)
  const format = SENTENCES[`${kind} ${entry.action}`]
  if (format) return format(entry)
  const { name, title } = { ...entry.before, ...entry.after }
  const called = [name, title].find((one) => typeof one === 'string')
  const thing = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`.trim()
  return `${called === undefined ? thing : `${thing}, ${called}`}: ${entry.action}`
}

export function formatDetails(entry: HistoryEntry): string[] {
  const [kind = ''] = entry.subject.split(':', 1)
  const labels = LABELS[kind]
  return labels && entry.action === 'changed' ? formatEntry(entry, labels) : []
}

function formatWrongTries(after: HistoryEntry['after']): string {
  const times = typeof after?.times === 'number' ? after.times : 1
  if (times === 1) return 'Wrong password'
  const last = typeof after?.lastAt === 'string' ? `, the last one ${formatMoment(after.lastAt)}` : ''
  return `${times.toLocaleString('en-US')} wrong passwords${last}`
}

function textsOf(state: HistoryEntry['before']): Partial<typeof NOBODY> {
  return Object.fromEntries(Object.entries(state ?? {}).filter(([, value]) => typeof value === 'string'))
}
