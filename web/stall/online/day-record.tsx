import { useQuery } from '@tanstack/react-query'
import { type CashBox, cashBoxes } from '#contract/market/cash-box.ts'
import { CASH_MOVES } from '#contract/market/cash-move-labels.ts'
import { formatDifference, formatSigned } from '#contract/market/cash-text.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { trucks } from '#contract/market/truck.ts'
import { cents, formatDollars, formatMoney, sum, toCents } from '#contract/money/money.ts'
import { call, query } from '#web/api/call.ts'
import { QueryStates } from '#web/desk/shared/card.tsx'
import { Notice } from '#web/desk/shared/notice.tsx'
import { PagePart } from '#web/desk/shared/page-part.tsx'
import { QuestionButton } from '#web/desk/shared/question-button.tsx'
import { SumTable } from '#web/desk/shared/sum-table.tsx'
import { useFarmDates } from '#web/desk/shared/use-farm-dates.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useStall } from '../use-stall.ts'

export function DayRecord({ day }: { day: StallDay }) {
  const { sent, dayLoadedAt } = useStall()
  // Reads again once the shop has another note, of this phone or, with the day, of others.
  return (
    <div key={sent.at(-1)?.id} className="grid grid-cols-1 gap-5">
      <FixStock day={day} />
      <Money key={dayLoadedAt} dayId={day.marketDay.id} />
    </div>
  )
}

function Money({ dayId }: { dayId: number }) {
  const params = { id: String(dayId) }
  const box = useQuery({ ...query(cashBoxes.show, { params }), staleTime: 0 })
  return (
    <QueryStates loading="Adding up the cash…" failed="The cash could not be added up." query={box}>
      {({ counts, expected, late, moves, ways }) => (
        <div className="grid grid-cols-1 gap-5">
          <Ways ways={ways} />
          <Counts counts={counts} expected={expected} />
          <Late late={late} />
          <Moves moves={moves} />
        </div>
      )}
    </QueryStates>
  )
}

function Counts({ counts, expected }: { counts: CashBox['counts']; expected: number }) {
  const { formatMoment } = useFarmDates()
  const last = counts.at(-1)
  if (!last) return null
  const later = toCents(expected) - toCents(last.expected)
  return (
    <PagePart id="cash-counts" title="Counted">
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
    </PagePart>
  )
}

function Moves({ moves }: Pick<CashBox, 'moves'>) {
  if (moves.length === 0) return null
  return (
    <ul className="rounded-2xl border border-straw bg-card">
      {moves.map(({ kind, amount, note, at }) => (
        <MoneyRow
          key={`${at} ${kind} ${amount}`}
          text={CASH_MOVES[kind].name + (note ? `: ${note}` : '')}
          at={at}
          amount={amount}
        />
      ))}
    </ul>
  )
}

function MoneyRow({ text, at, amount }: { text: string; at: string; amount: number }) {
  const { formatTime } = useFarmDates()
  return (
    <li className="flex items-baseline justify-between gap-x-4 border-b border-straw px-4 py-2 last:border-0">
      <span className="min-w-0 wrap-anywhere">
        {text} <span className="text-[0.9375rem] text-bark-deep">{formatTime(at)}</span>
      </span>
      <span className="shrink-0 font-semibold whitespace-nowrap tabular-nums">
        {formatSigned(amount)}
      </span>
    </li>
  )
}

const LATE: Record<CashBox['late'][number]['kind'], string> = {
  sale: 'Sale',
  order: 'Paid at pickup',
  given_back: 'Given back',
  start: CASH_MOVES.start.name,
  put_in: CASH_MOVES.put_in.name,
  paid_out: CASH_MOVES.paid_out.name,
}

function Late({ late }: Pick<CashBox, 'late'>) {
  if (late.length === 0) return null
  return (
    <PagePart id="cash-late" title="Came after the count">
      <ul className="rounded-2xl border border-straw bg-card">
        {late.map(({ kind, amount, at, phone }, index) => {
          const name = kind === 'sale' && amount < 0 ? 'Sale undone' : LATE[kind]
          const text = phone ? `${name} on ${phone}` : name
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and stay in order
          return <MoneyRow key={index} text={text} at={at} amount={amount} />
        })}
      </ul>
    </PagePart>
  )
}

function Ways({ ways }: Pick<CashBox, 'ways'>) {
  if (ways.length === 0) return null
  const total = sum(...ways.map((way) => toCents(way.total)))
  return (
    <PagePart id="cash-ways" title="Money taken in">
      <div className="rounded-2xl border border-straw bg-card px-2.5">
        <SumTable
          caption="Money taken in"
          head={['Paid with', 'Sales', 'Orders', 'Total']}
          onPhone={[1, 2]}
          rows={ways.map(({ way, sales, orders, total: both }) => ({
            id: way,
            name: way,
            cells: [sales, orders, both].map(formatMoney),
          }))}
          sum={['', '', formatDollars(total)]}
        />
      </div>
    </PagePart>
  )
}

function FixStock({ day: { marketDay, home } }: { day: StallDay }) {
  const { outbox } = useStall()
  const params = { id: String(marketDay.id) }
  const { data } = useQuery({ ...query(trucks.show, { params }), staleTime: 0 })
  const isReported = outbox.every(({ command }) => command.kind !== 'came-home')
  const open = (data?.products ?? []).filter(({ isSettled }) => !isSettled)
  const oversold = open.filter(({ beyond }) => beyond > 0)
  const left = open.filter(({ beyond, missing }) => isReported && beyond === 0 && missing > 0)
  const missing = home.length > 0 ? left : []
  const texts = [
    ...oversold.map(({ name, beyond }) => `${name}: sold ${beyond} more than you had`),
    ...missing.map(({ name, missing }) => `${name}: ${missing} missing`),
  ]
  return (
    <>
      {left.length > missing.length && (
        <a href="#close/unsold" className={buttonLook({ variant: 'quiet' }, 'justify-self-start')}>
          {left.reduce((total, one) => total + one.missing, 0)} left: say what goes back
        </a>
      )}
      {texts.length > 0 && (
        <section aria-label="Fix stock" className="grid gap-2">
          <Notice tone="warning">{texts.join('. ')}.</Notice>
          {oversold.length > 0 && (
            <p className="text-bark-deep">
              The extra comes off whatever you add to stock next, until you fix it.
            </p>
          )}
          <div>
            <QuestionButton
              address="close/fix-stock"
              button={{ children: 'Fix stock' }}
              title="Fix the stock of this day?"
              confirmLabel="Fix stock"
              busyLabel="Fixing…"
              cancelLabel="Not yet"
              isSafe
              send={() => call(trucks.settle, { params })}
              done="Stock fixed"
              failed="The stock was not fixed"
              refreshes={[trucks.show]}
            >
              The stock stays as it is now. Nothing more comes off it for this day, and what is
              missing is not asked about again.
            </QuestionButton>
          </div>
        </section>
      )}
    </>
  )
}
