import type { HistoryEntry, RecordedName } from '#contract/history.ts'
import { SETTING_KEYS, SETTINGS } from '#contract/settings/setting-table.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { BACKUP_SENTENCES } from '../backups/history-sentences.ts'
import { CALENDAR_SENTENCES } from '../calendar/history-sentences.ts'
import { ORDER_SENTENCES } from '../orders/history-sentences.ts'
import { PEOPLE_SENTENCES } from '../people/history-sentences.ts'
import { PRODUCT_SENTENCES } from '../products/history-sentences.ts'
import { SALES_SENTENCES } from '../sales/history-sentences.ts'
import { SETUP_SENTENCES } from '../setup/history-sentences.ts'
import { formatDevice } from '../shared/format-value.ts'
import type { Sentence } from '../shared/history-state.ts'
import { STALL_SENTENCES } from '../stall/history-sentences.ts'
import { STOCK_SENTENCES } from '../stock/history-sentences.ts'

const SENTENCES: Readonly<Record<RecordedName, Sentence>> = {
  ...ORDER_SENTENCES,
  ...SALES_SENTENCES,
  ...PRODUCT_SENTENCES,
  ...CALENDAR_SENTENCES,
  ...STOCK_SENTENCES,
  ...STALL_SENTENCES,
  ...BACKUP_SENTENCES,
  ...SETUP_SENTENCES,
  'desk signed out': () => 'Signed out',
  'password changed': () => 'Password changed',
  ...PEOPLE_SENTENCES,
  'session ended': ({ before }) =>
    `Signed a browser out: ${formatDevice({ ...NOBODY, ...textsOf(before) })}`,
  'sessions ended': () => 'Signed every other browser out',
  'wrong-password refused': ({ after }, dates) => formatWrongTries(after, dates),
  'figures exported': () => 'Figures for the bookkeeper downloaded as CSV',
  'subscribers exported': () => 'Subscribers downloaded as CSV',
  'subscribers imported': ({ after }) => `Subscribers imported: ${after?.added ?? 0} added`,
  'customers imported': ({ after }) => `Customers imported: ${after?.added ?? 0} added`,
  'customers erased': () => 'An imported customer erased',
  'subscriber removed': () => 'Subscriber removed',
  'setting created': ({ subject }) => `${settingIn(subject)} set`,
  'setting changed': ({ subject }) => `${settingIn(subject)} changed`,
  'letter planned': ({ after }) => `Newsletter planned: ${after?.subject ?? ''}`,
  'letter changed': ({ after }) => `Planned newsletter changed: ${after?.subject ?? ''}`,
  'letter taken-back': ({ before }) => `Planned newsletter taken back: ${before?.subject ?? ''}`,
  'letter tested': ({ after }) => `Newsletter tested: ${after?.subject ?? ''}`,
  'letter sent': ({ after }) => `Newsletter sent: ${after?.subject ?? ''}`,
  'question answered': () => 'A question answered',
  'question deleted': () => 'A question deleted',
  'mail sent again': () => 'An email sent again',
}

const NOBODY = { device: null, address: null }

const isRecorded = (name: string): name is RecordedName => Object.hasOwn(SENTENCES, name)

/** `Signed in`, `Farm Eggs changed`; from an older release, `Order 7: unloaded`. */
export function formatDeskEntry(entry: HistoryEntry, dates: FarmDates): string {
  const [kind = '', id = ''] = entry.subject.split(':', 2)
  const name = `${kind} ${entry.action}`
  if (isRecorded(name)) return SENTENCES[name](entry, dates)
  const thing = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`.trim()
  return `${thing}: ${entry.action}`
}

/** As the settings page calls it; one from an older release has only its key. */
function settingIn(subject: string): string {
  const id = subject.split(':')[1] ?? ''
  const key = SETTING_KEYS.find((one) => one === id)
  return key ? SETTINGS[key].label : id
}

function formatWrongTries(after: HistoryEntry['after'], { formatMoment }: FarmDates): string {
  const times = typeof after?.times === 'number' ? after.times : 1
  if (times === 1) return 'Wrong password'
  const last =
    typeof after?.lastAt === 'string' ? `, the last one ${formatMoment(after.lastAt)}` : ''
  return `${times.toLocaleString('en-US')} wrong passwords${last}`
}

function textsOf(state: HistoryEntry['before']): Partial<typeof NOBODY> {
  return Object.fromEntries(
    Object.entries(state ?? {}).filter(([, value]) => typeof value === 'string'),
  )
}
