import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { FarmDates } from '#contract/date-format.ts'
import { formatList } from '#contract/format-list.ts'
import { type HistoryEntry, history } from '#contract/history.ts'
import { pictureName } from '#contract/pictures.ts'
import { SETTING_KEYS, SETTINGS } from '#contract/setting-table.ts'
import { call } from '#web/api/call.ts'
import { BACKUP_SENTENCES } from '../backups/history-sentences.ts'
import { DAY_HISTORY, PLACE_HISTORY, RULE_HISTORY } from '../calendar/history-labels.ts'
import { CALENDAR_SENTENCES, listBuyersTexts } from '../calendar/history-sentences.ts'
import { PAGE_HISTORY_LABELS } from '../pages/page-draft.ts'
import { PEOPLE_SENTENCES } from '../people/history-sentences.ts'
import { PRODUCT_HISTORY } from '../products/product-draft.ts'
import { PRICE_HISTORY_LABELS, RECIPE_HISTORY_LABELS } from '../recipes/format-recipe.ts'
import { EMAIL_HISTORY, SETUP_SENTENCES } from '../setup/history-sentences.ts'
import { CARD, CardRow } from '../shared/card.tsx'
import { formatDevice } from '../shared/format-value.ts'
import { formatEntry, formatPlain, type HistoryLabels } from '../shared/history.tsx'
import { ListEmpty, MoreButton } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { STALL_SENTENCES } from '../stall/history-sentences.ts'
import { STOCK_SENTENCES } from '../stock/history-sentences.ts'

const historyQuery = infiniteQueryOptions({
  queryKey: [history.all.path],
  queryFn: ({ pageParam }) =>
    call(history.all, { query: pageParam === null ? {} : { before: String(pageParam) } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ entries, isMore }) => (isMore ? (entries.at(-1)?.id ?? null) : null),
  // Every call of the desk may add to it, so it is read whenever it is opened.
  staleTime: 0,
  gcTime: 0,
})

export function HistoryPage() {
  const answers = useInfiniteQuery(historyQuery)
  return (
    <>
      <h2 className="mb-4 text-2xl sm:text-3xl">History</h2>
      <QueryStates
        loading="Loading the history…"
        failed="The history could not be loaded."
        query={answers}
      >
        {({ pages }) => <EntryList entries={pages.flatMap(({ entries }) => entries)} />}
      </QueryStates>
      {answers.hasNextPage && (
        <MoreButton busy={answers.isFetchingNextPage} onMore={() => void answers.fetchNextPage()}>
          Show older
        </MoreButton>
      )}
    </>
  )
}

function EntryList({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) return <ListEmpty text="Nothing has been done at the desk yet." />
  return (
    <ol className={CARD}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
    </ol>
  )
}

function EntryRow({ entry }: { entry: HistoryEntry }) {
  const dates = useFarmDates()
  return (
    <CardRow className="px-4 py-3 wrap-anywhere">
      <p className="font-semibold">{formatDeskEntry(entry, dates)}</p>
      {formatDetails(entry).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="text-[0.9375rem] text-bark-deep">
        <time dateTime={entry.at}>{dates.formatMoment(entry.at)}</time>
        {entry.person === null ? '' : ` · ${entry.person}`}
        {entry.address === null ? '' : ` · ${formatDevice(entry)}`}
      </p>
    </CardRow>
  )
}

const LABELS: Readonly<Record<string, HistoryLabels>> = {
  product: PRODUCT_HISTORY,
  recipe: RECIPE_HISTORY_LABELS,
  price: PRICE_HISTORY_LABELS,
  page: PAGE_HISTORY_LABELS,
  place: PLACE_HISTORY,
  rule: RULE_HISTORY,
  day: DAY_HISTORY,
  email: EMAIL_HISTORY,
  setting: { value: { label: 'Value', format: formatSetting } },
  order: {
    status: { label: 'Status' },
    packed: { label: 'Packed' },
    boxes: { label: 'Boxes' },
    collected: { label: 'Handed over' },
    note: { label: 'At the stall' },
    packedWith: { label: 'Packed together with order' },
    farmNote: { label: 'Farm’s note' },
  },
}

type Formatter = (entry: HistoryEntry, dates: FarmDates) => string

const SENTENCES: Readonly<Record<string, Formatter>> = {
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
  'orders exported': () => 'Orders downloaded as CSV',
  'figures exported': () => 'Figures for the bookkeeper downloaded as CSV',
  'list exported': ({ after }) => `List downloaded as CSV: ${after?.list ?? ''}`,
  'harvest printed': () => 'Harvest list printed',
  'subscribers exported': () => 'Subscribers downloaded as CSV',
  'subscriber removed': () => 'Subscriber removed',
  'order goods-changed': ({ subject }) => `Order ${subject.split(':')[1]} changed`,
  'order contact-changed': ({ subject, after }) =>
    `Order ${subject.split(':')[1]}: customer’s ${formatList(listOf(after?.fields))} corrected`,
  'order cancelled': ({ subject }) => `Order ${subject.split(':')[1]} cancelled by its buyer`,
  'setting created': ({ subject }) => `${settingIn(subject)} set`,
  'setting changed': ({ subject }) => `${settingIn(subject)} changed`,
  'picture created': () => 'Picture uploaded',
  'picture deleted': () => 'Picture removed',
  'backup created': () => 'Backup started',
  'backup downloaded': ({ after }) => `Backup downloaded: ${after?.name ?? ''}`,
  'letter planned': ({ after }) => `Newsletter planned: ${after?.subject ?? ''}`,
  'letter changed': ({ after }) => `Planned newsletter changed: ${after?.subject ?? ''}`,
  'letter taken-back': ({ before }) => `Planned newsletter taken back: ${before?.subject ?? ''}`,
  'letter tested': ({ after }) => `Newsletter tested: ${after?.subject ?? ''}`,
  'products arranged': () => 'Products put in a different order',
  'letter sent': ({ after }) => `Newsletter sent: ${after?.subject ?? ''}`,
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

const NOBODY = { device: null, address: null }

/** What was done, in one line: `Signed in`, `Product 7, Farm Eggs: changed`. */
function formatDeskEntry(entry: HistoryEntry, dates: FarmDates): string {
  const [kind = '', id = ''] = entry.subject.split(':', 2)
  const format = SENTENCES[`${kind} ${entry.action}`]
  if (format) return format(entry, dates)
  const { name, title } = { ...entry.before, ...entry.after }
  const called = [name, title].find((one) => typeof one === 'string')
  const thing = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${id}`.trim()
  return `${called === undefined ? thing : `${thing}, ${called}`}: ${entry.action}`
}

function formatDetails(entry: HistoryEntry): string[] {
  const [kind = ''] = entry.subject.split(':', 1)
  if (entry.action === 'changed') {
    const labels = LABELS[kind]
    return labels ? formatEntry(entry, labels) : []
  }
  return WITH_MESSAGE.has(`${kind} ${entry.action}`) ? listBuyersTexts(entry) : []
}

const WITH_MESSAGE = new Set(['shop paused', 'closure created', 'day closed', 'day written to'])

/** What the settings call it; one of an older release has its key alone. */
function settingIn(subject: string): string {
  const id = subject.split(':')[1] ?? ''
  const key = SETTING_KEYS.find((one) => one === id)
  return key ? SETTINGS[key].label : id
}

function formatSetting(value: unknown): string {
  const isPicture = typeof value === 'string' && pictureName(value) !== null
  return isPicture ? 'a picture' : formatPlain(value)
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
