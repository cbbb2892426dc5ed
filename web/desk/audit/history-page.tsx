import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { DAY_FIELDS } from '#contract/calendar/calendar.ts'
import { PLACE_FIELDS } from '#contract/calendar/places.ts'
import { RULE_FIELDS } from '#contract/calendar/rules.ts'
import { PAGE_FIELDS } from '#contract/pages/pages.ts'
import { type HistoryEntry, history, type RecordedName } from '#contract/people/history.ts'
import { pictureName } from '#contract/products/pictures.ts'
import { PRICE_FIELDS } from '#contract/recipes/ingredient-prices.ts'
import { SETTING_KEYS, SETTINGS } from '#contract/settings/setting-table.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { RULE_FORMATS } from '../calendar/calendar-text.ts'
import { CALENDAR_SENTENCES, dayIn, listBuyersTexts } from '../calendar/history-sentences.ts'
import { ORDER_SENTENCES } from '../orders/history-sentences.ts'
import { PRODUCT_SENTENCES } from '../products/history-sentences.ts'
import { PRODUCT_HISTORY } from '../products/product-draft.ts'
import { RECIPE_HISTORY } from '../recipes/format-recipe.ts'
import { CardList, CardRow, MoreButton, QueryStates } from '../shared/card.tsx'
import { historyOf } from '../shared/form-fields.tsx'
import { formatDevice, formatText } from '../shared/format-value.ts'
import { formatEntry, formatPlain, type HistoryLabels } from '../shared/history.tsx'
import { numberIn, type Sentence, textIn } from '../shared/recorded-state.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { STOCK_SENTENCES } from '../stock/history-sentences.ts'

const historyQuery = infiniteQueryOptions({
  queryKey: [history.all.path],
  queryFn: ({ pageParam }) =>
    call(history.all, { query: pageParam === null ? {} : { before: String(pageParam) } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ entries, isMore }) => (isMore ? (entries.at(-1)?.id ?? null) : null),
  // Any desk call may add to it, so it is read on every open.
  staleTime: 0,
  gcTime: 0,
})

export function HistoryPage() {
  const answers = useInfiniteQuery(historyQuery)
  return (
    <>
      <QueryStates what="the history" query={answers}>
        {({ pages }) => (
          <CardList empty="Nothing has been done at the desk yet.">
            {pages
              .flatMap(({ entries }) => entries)
              .map((entry) => (
                <EntryRow key={entry.id} entry={entry} />
              ))}
          </CardList>
        )}
      </QueryStates>
      {answers.hasNextPage && (
        <MoreButton busy={answers.isFetchingNextPage} onMore={() => void answers.fetchNextPage()}>
          Show older
        </MoreButton>
      )}
    </>
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

const capacity = (boxes: unknown) => (boxes === null ? 'any number' : formatText(boxes))

const LABELS: Readonly<Record<string, HistoryLabels>> = {
  product: PRODUCT_HISTORY,
  recipe: RECIPE_HISTORY,
  price: historyOf(PRICE_FIELDS),
  page: historyOf(PAGE_FIELDS),
  place: historyOf(PLACE_FIELDS, {
    zips: (zips) => (Array.isArray(zips) ? zips.join(', ') : 'all of them'),
    isRetired: (isRetired) => (isRetired ? 'given up' : 'in use'),
  }),
  rule: historyOf(RULE_FIELDS, {
    capacity,
    weekday: RULE_FORMATS.weekday,
    everyWeeks: (weeks) => RULE_FORMATS.everyWeeks(weeks).toLowerCase(),
  }),
  day: historyOf(DAY_FIELDS, { capacity }),
  cards: { mode: { label: 'For' }, key: { label: 'Secret key ends in' } },
  email: { server: { label: 'Mail server' }, from: { label: 'Emails come from' } },
  setting: { value: { label: 'Value', format: formatSetting } },
  order: {
    status: { label: 'Status' },
    packed: { label: 'Packed' },
    boxes: { label: 'Boxes' },
    collected: { label: 'Handed over' },
    note: { label: 'At the stall' },
    goods: { label: 'Goods' },
    packedWith: { label: 'Packed together with order' },
    farmNote: { label: 'Farm’s note' },
    customerNote: { label: 'Note about the customer', format: () => '' },
    sameCustomerAs: { label: 'Same customer as of order' },
  },
}

function formatDetails(entry: HistoryEntry): string[] {
  const [kind = ''] = entry.subject.split(':', 1)
  if (entry.action === 'changed') {
    const labels = LABELS[kind]
    const weighed = textIn(entry.after, 'weighed')
    if (weighed !== '') return [weighed]
    return labels ? formatEntry(entry, labels) : []
  }
  return WITH_MESSAGE.has(`${kind} ${entry.action}`) ? listBuyersTexts(entry) : []
}

const WITH_MESSAGE = new Set(['shop paused', 'closure created', 'day closed', 'day written to'])

function formatSetting(value: unknown): string {
  const isPicture = typeof value === 'string' && pictureName(value) !== null
  return isPicture ? 'a picture' : formatPlain(value)
}

/** The history holds no secrets, so neither do these. */
const SENTENCES: Readonly<Record<RecordedName, Sentence>> = {
  ...ORDER_SENTENCES,
  'sale noted': ({ after }) => textIn(after, 'note'),
  'order noted': ({ after }) => textIn(after, 'note'),
  'day noted': (entry) => `${dayIn(entry)}: ${textIn(entry.after, 'note')}`,
  'day goods settled': (entry) => `What was sold beyond the stock settled: ${dayIn(entry)}`,
  'day phone written off': (entry) =>
    `No longer waiting for the phone “${textIn(entry.after, 'phone')}”: ${dayIn(entry)}`,
  ...PRODUCT_SENTENCES,
  ...CALENDAR_SENTENCES,
  ...STOCK_SENTENCES,
  'phone granted': ({ after }) => `${after?.label ?? ''} may sell at the market`,
  'phone lost': ({ before }) => `${before?.label ?? ''} is lost`,
  'phone ended': ({ before }) => `${before?.label ?? ''} is done at the market`,
  'stall decided': ({ after }) =>
    `Note of the stall ${after?.how === 'take' ? 'counted' : after?.how === 'leave' ? 'not counted' : 'seen to'}`,
  'shop exported': () => 'Everything downloaded as open files',
  'backup created': () => 'Backup started',
  'backup downloaded': ({ after }) => `Backup downloaded: ${after?.name ?? ''}`,
  'passphrase changed': () => 'Passphrase of backups changed',
  'passphrase removed': () => 'Passphrase of backups removed',
  'shop restore asked for': ({ after }) => `Going back to a backup asked for: ${after?.name ?? ''}`,
  'shop restore given up': ({ after }) => `Going back to a backup given up: ${after?.name ?? ''}`,
  'shop restored': ({ after }) => `The shop went back to a backup: ${after?.name ?? ''}`,
  'shop not restored': ({ after }) =>
    `The shop could not go back to a backup: ${after?.name ?? ''}`,
  'cards changed': ({ before, after }) =>
    after ? (before ? 'Stripe keys replaced' : 'Stripe connected') : 'Stripe keys taken out',
  'buyer trusted': () => 'A customer may always pay at pickup',
  'buyer refused': () => 'A customer may no longer pay at pickup',
  'buyer removed': () => 'A customer taken off the list for pay at pickup',
  'hook created': ({ after }) => `Webhook made: ${after?.url ?? ''}`,
  'hook changed': ({ after }) => `Webhook changed: ${after?.url ?? ''}`,
  'hook secret changed': ({ after }) => `Webhook given a new secret: ${after?.url ?? ''}`,
  'hook sent again': ({ after }) => `Events sent again to the webhook: ${after?.url ?? ''}`,
  'hook deleted': ({ before }) => `Webhook ended: ${before?.url ?? ''}`,
  'email changed': ({ after }) => (after ? 'Email settings changed' : 'Email turned off'),
  'desk signed out': () => 'Signed out',
  'password changed': () => 'Password changed',
  'person created': ({ after }) => `Helper added: ${after?.name ?? ''}`,
  'person changed': ({ before, after }) =>
    `${before?.name ?? ''} is now called ${after?.name ?? ''}`,
  'person linked': ({ after }) => `Link made for a phone of ${after?.name ?? ''}`,
  'person ended': ({ before }) => `${before?.name ?? ''} can no longer come in`,
  'device created': ({ after }) => `Phone linked: ${after?.name ?? ''}`,
  'device changed': ({ before, after }) =>
    `The phone “${before?.name ?? ''}” is now called “${after?.name ?? ''}”`,
  'device ended': ({ before }) => `Phone ended: ${before?.name ?? ''}`,
  'desk signed in': ({ after }) =>
    after ? `Signed in by the passkey “${after.passkey ?? ''}”` : 'Signed in',
  'password-alone refused': ({ after }) =>
    `The right password was tried without a passkey: ${after?.times ?? 1} times`,
  'passkey created': ({ after }) => `Passkey of ${after?.person ?? ''} added: ${after?.name ?? ''}`,
  'passkey changed': ({ before, after }) =>
    `The passkey “${before?.name ?? ''}” is now called “${after?.name ?? ''}”`,
  'passkey ended': ({ before }) => `Passkey removed: ${before?.name ?? ''}`,
  'passkey stopped': ({ before }) =>
    `Passkey of ${before?.person ?? ''} stopped, as there may be a copy of it: ${before?.name ?? ''}`,
  'token created': ({ after }) => `API token made: ${after?.name ?? ''}`,
  'token ended': ({ before }) => `API token ended: ${before?.name ?? ''}`,
  'tokens ended': ({ before }) => `API tokens ended: ${before?.names ?? ''}`,
  'second-factor on': () => 'From now on a passkey is needed to sign in',
  'second-factor off': () => 'Password only is back on',
  'device signed out': () => 'Signed out on a linked phone',
  'session ended': ({ before }) =>
    `Signed a browser out: ${formatDevice({ device: textIn(before, 'device') || null, address: textIn(before, 'address') || null })}`,
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
  const times = numberIn(after, 'times')
  if (times < 2) return 'Wrong password'
  const lastAt = textIn(after, 'lastAt')
  const last = lastAt && `, the last one ${formatMoment(lastAt)}`
  return `${times.toLocaleString('en-US')} wrong passwords${last}`
}
