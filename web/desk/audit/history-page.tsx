import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type HistoryEntry, history } from '#contract/history.ts'
import { PAGE_FIELDS } from '#contract/pages/pages.ts'
import { pictureName } from '#contract/products/pictures.ts'
import { PRICE_FIELDS } from '#contract/recipes/ingredient-prices.ts'
import { call } from '#web/api/call.ts'
import { DAY_HISTORY, PLACE_HISTORY, RULE_HISTORY } from '../calendar/history-labels.ts'
import { listBuyersTexts } from '../calendar/history-sentences.ts'
import { PRODUCT_HISTORY } from '../products/product-draft.ts'
import { RECIPE_HISTORY } from '../recipes/format-recipe.ts'
import { CARDS_HISTORY, EMAIL_HISTORY } from '../setup/history-sentences.ts'
import { CARD, CardRow } from '../shared/card.tsx'
import { historyOf } from '../shared/form-fields.tsx'
import { formatDevice } from '../shared/format-value.ts'
import { formatEntry, formatPlain, type HistoryLabels } from '../shared/history.tsx'
import { textIn } from '../shared/history-state.ts'
import { ListEmpty, MoreButton } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatDeskEntry } from './action-sentences.ts'

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
  recipe: RECIPE_HISTORY,
  price: historyOf(PRICE_FIELDS),
  page: historyOf(PAGE_FIELDS),
  place: PLACE_HISTORY,
  rule: RULE_HISTORY,
  day: DAY_HISTORY,
  cards: CARDS_HISTORY,
  email: EMAIL_HISTORY,
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
