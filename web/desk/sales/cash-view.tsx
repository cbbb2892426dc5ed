import { useQuery } from '@tanstack/react-query'
import { type CashBox, cashBoxes } from '#contract/cash-box.ts'
import { formatDifference, formatMoney, formatSigned } from '#contract/cash-text.ts'
import { cents, formatDollars, sum, toCents } from '#contract/money.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ExpectedCash } from '#web/ui/sale/expected-cash.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { goToHash } from '#web/ui/use-hash.ts'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { ToolSelect } from '../shared/toolbar.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { CashButtons } from './cash-dialog.tsx'
import { CountForm } from './count-form.tsx'
import { dayLabel, type SaleChoices } from './sale-choices.ts'

type CashViewProps = { choices: SaleChoices; dayId: number | null }

export function CashView({ choices: { marketDays }, dayId }: CashViewProps) {
  const shown = marketDays.find(({ id }) => id === dayId) ?? marketDays[0]
  if (!shown) return <ListEmpty text="There hasn’t been a market day yet." />
  return (
    <div className="grid grid-cols-1 gap-5">
      <ToolSelect
        label="Market day"
        value={String(shown.id)}
        options={marketDays.map((day) => [String(day.id), dayLabel(day)])}
        onChoose={(id) => goToHash(`market/cash/${id}`)}
      />
      <OneBox key={shown.id} id={shown.id} />
    </div>
  )
}

function OneBox({ id }: { id: number }) {
  const params = { id: String(id) }
  const box = useQuery({ ...query(cashBoxes.show, { params }), staleTime: 0 })
  return (
    <QueryStates loading="Adding up the cash…" failed="The cash could not be added up." query={box}>
      {(shown) => (
        <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
          <div className="grid grid-cols-1 gap-5">
            <ExpectedCash box={shown} />
            <CashButtons box={shown} />
            <CountForm key={shown.counts.length} box={shown} />
            <p>
              <TextLink href={`#market/truck/${id}`}>Goods that came home</TextLink>
            </p>
          </div>
          <div className="grid grid-cols-1 gap-5">
            <Counts counts={shown.counts} expected={shown.expected} />
            <Late late={shown.late} />
            <Moves moves={shown.moves} />
            <Ways ways={shown.ways} />
          </div>
        </div>
      )}
    </QueryStates>
  )
}

type CountsProps = { counts: CashBox['counts']; expected: number }

function Counts({ counts, expected }: CountsProps) {
  const { formatMoment } = useFarmDates()
  const last = counts.at(-1)
  if (!last) return null
  const later = toCents(expected) - toCents(last.expected)
  return (
    <section aria-labelledby="cash-counts">
      <h3 id="cash-counts" className="mb-2 text-xl">
        Counted
      </h3>
      {later !== 0 && (
        <p className="mb-2 rounded-xl bg-yolk-pale px-4 py-2 text-yolk-deep">
          Since the last count {formatDollars(cents(Math.abs(later)))}{' '}
          {later > 0 ? 'went into' : 'came out of'} the box. Please count again.
        </p>
      )}
      <ul className="rounded-2xl border border-straw bg-card">
        {counts.toReversed().map((count) => (
          <li key={count.number} className="border-b border-straw px-4 py-2.5 last:border-0">
            <p className="flex flex-wrap justify-between gap-x-4">
              <strong className="tabular-nums">{formatMoney(count.counted)}</strong>
              <span
                className={classNames(
                  'font-semibold',
                  count.counted === count.expected ? 'text-leaf-deep' : 'text-yolk-deep',
                )}
              >
                {formatDifference(count.counted, count.expected)}
              </span>
            </p>
            <p className="text-[0.9375rem] wrap-anywhere text-bark-deep">
              {[
                formatMoment(count.at),
                `of ${formatMoney(count.expected)}`,
                ...(count.note ? [count.note] : []),
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MOVES: Record<CashBox['moves'][number]['kind'], string> = {
  ...{ start: 'Change at the start', put_in: 'Put in', paid_out: 'Paid out' },
}

function Moves({ moves }: Pick<CashBox, 'moves'>) {
  const { formatTime } = useFarmDates()
  if (moves.length === 0) return null
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      {moves.map(({ kind, amount, note, at }) => (
        <li
          key={`${at} ${kind} ${amount}`}
          className="flex flex-wrap justify-between gap-x-4 border-b border-straw px-4 py-2 last:border-0"
        >
          <span className="min-w-0 wrap-anywhere">
            {MOVES[kind]}
            {note ? `: ${note}` : ''}{' '}
            <span className="text-[0.9375rem] text-bark-deep">{formatTime(at)}</span>
          </span>
          <span className="font-semibold tabular-nums">{formatSigned(amount)}</span>
        </li>
      ))}
    </ul>
  )
}

const LATE: Record<CashBox['late'][number]['kind'], string> = {
  ...{ sale: 'Sale', order: 'Paid at pickup', given_back: 'Given back', put_in: 'Put in' },
  ...{ start: 'Change at the start', paid_out: 'Paid out' },
}

/** What the first count has not seen; its own numbers stay as they were. */
function Late({ late }: Pick<CashBox, 'late'>) {
  const { formatTime } = useFarmDates()
  if (late.length === 0) return null
  return (
    <section aria-labelledby="cash-late">
      <h3 id="cash-late" className="mb-2 text-xl">
        Came after the count
      </h3>
      <ul className="rounded-2xl border border-straw bg-card">
        {late.map(({ kind, amount, at, phone }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and stay in order
            key={index}
            className="flex items-baseline justify-between gap-x-4 border-b border-straw px-4 py-2 last:border-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {kind === 'sale' && amount < 0 ? 'Sale undone' : LATE[kind]}
              {phone ? ` on ${phone}` : ''}{' '}
              <span className="text-[0.9375rem] text-bark-deep">{formatTime(at)}</span>
            </span>
            <span className="shrink-0 font-semibold whitespace-nowrap tabular-nums">
              {formatSigned(amount)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Ways({ ways }: Pick<CashBox, 'ways'>) {
  if (ways.length === 0) return null
  const total = sum(...ways.map((way) => toCents(way.total)))
  return (
    <section aria-labelledby="cash-ways">
      <h3 id="cash-ways" className="mb-2 text-xl">
        All that was taken
      </h3>
      <div className="overflow-x-auto rounded-2xl border border-straw bg-card">
        <table className="w-full text-left tabular-nums">
          <thead>
            <tr className="border-b border-straw">
              {['Paid with', 'Sales', 'Orders', 'Together'].map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={classNames('px-2.5 py-2 font-semibold', index > 0 && 'text-right')}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ways.map(({ way, sales, orders, total: both }) => (
              <tr key={way} className="border-b border-straw">
                <th scope="row" className="px-2.5 py-2 font-normal wrap-anywhere">
                  {way}
                </th>
                {[sales, orders, both].map((amount, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
                  <td key={index} className="px-2.5 py-2 text-right">
                    {formatMoney(amount)}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="font-semibold">
              <th scope="row" colSpan={3} className="px-2.5 py-2">
                Together
              </th>
              <td className="px-2.5 py-2 text-right">{formatDollars(total)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}
