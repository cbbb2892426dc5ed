import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import { type PeriodFigures as Found, figures, PERIODS } from '#contract/money/figures.ts'
import { formatDollars, toCents } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { TENDER_KIND_LABELS } from '#contract/money/tender-kinds.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatDay, formatMonthDay, formatShortDay } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
import { query } from '#web/api/query.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { TOOL, ToolField, ToolSelect } from '../shared/toolbar.tsx'
import { ByCategory, ByPlace, ByTender, ByWeekday } from './breakdowns.tsx'
import { FigureCard } from './figure-card.tsx'
import { type ChosenPeriod, periodHash, readPeriodHash } from './period-address.ts'
import { ProductsCard } from './products-card.tsx'
import type { ChartBar } from './revenue-chart.tsx'
import { type SumRow, SumTable } from './sum-table.tsx'
import { Unfold } from './unfold.tsx'

const RevenueChart = lazyComponent(async () => (await import('./revenue-chart.tsx')).RevenueChart)

export function PeriodFigures() {
  const chosen = readPeriodHash(useHash())
  const found = useQuery({
    ...query(figures.period, { query: chosen }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = found
  return (
    <>
      <PeriodBar chosen={chosen} shown={data} hasSeason={data?.hasSeason ?? false} />
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : ''}>
        <QueryStates loading="Adding up…" failed="The figures could not be loaded." query={found}>
          {(period) => <AllOfPeriod found={period} />}
        </QueryStates>
      </div>
    </>
  )
}

function AllOfPeriod({ found }: { found: Found }) {
  const isEmpty = found.orders + found.sales === 0 && found.days.length === 0
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Total found={found} />
      {isEmpty ? (
        <div className="lg:col-span-2">
          <ListEmpty text="Nothing was sold on these days." />
        </div>
      ) : (
        <>
          <RevenueOfDays found={found} />
          <ProductsCard found={found} />
          <ByPlace found={found} />
          <ByTender found={found} />
          <ByCategory found={found} />
          {found.from !== found.to && <ByWeekday found={found} />}
        </>
      )}
      {found.stock.length > 0 && <HarvestCard stock={found.stock} />}
      <MoneyCard found={found} />
    </div>
  )
}

function Total({ found }: { found: Found }) {
  const { orders, sales, revenue, testMode } = found
  return (
    <section
      aria-label="Revenue"
      className="rounded-2xl border border-straw bg-foot p-4 text-on-foot sm:p-6 lg:col-span-2 min-w-0"
    >
      <p>{formatSpan(found)}</p>
      <p className="font-serif text-4xl font-semibold tabular-nums wrap-anywhere">
        <PriceInDollars dollars={revenue} />
      </p>
      <p>
        {formatOrders(orders)}
        {' · '}
        {sales === 1 ? '1 walk-in sale' : `${sales.toLocaleString('en-US')} walk-in sales`}
        {testMode && ' · test cards, no real money'}
      </p>
      <p className="mt-2 text-[0.9375rem]">
        Everything counts on the day of its pickup or sale, with what was paid for it so far, less
        what was given back.
      </p>
    </section>
  )
}

function formatSpan({ from, to }: { from: string; to: string }): string {
  const year = (day: string) => day.slice(0, 4)
  if (from === to) return `${formatShortDay(from)}, ${year(from)}`
  const start =
    year(from) === year(to) ? formatShortDay(from) : `${formatShortDay(from)}, ${year(from)}`
  return `${start} to ${formatShortDay(to)}, ${year(to)}`
}

const TITLES = { day: 'Revenue per day', week: 'Revenue per week', month: 'Revenue per month' }

function RevenueOfDays({ found }: { found: Found }) {
  const bars = barsOf(found)
  const title = TITLES[barUnitOf(found)]
  if (bars.length < 2) return null
  return (
    <FigureCard title={title} isWide mark={found.testMode && <TestBadge />}>
      <Suspense fallback={<div className="h-56" />}>
        <RevenueChart bars={bars} counted={['order or sale', 'orders and sales']} />
      </Suspense>
      <Unfold summary="Show as a table" className="mt-3">
        <SumTable
          caption={title}
          head={['When', 'Orders and sales', 'Revenue']}
          onPhone={[1]}
          most={Infinity}
          rows={bars.toReversed().map(({ name, orders, revenue }) => ({
            ...{ id: name, name },
            cells: [orders, <PriceInDollars key="revenue" dollars={revenue} />],
          }))}
        />
      </Unfold>
    </FigureCard>
  )
}

/** The most days with a bar each, and the most weeks. */
const MAX_DAYS = 45
const MAX_WEEKS = 60

type BarUnit = 'day' | 'week' | 'month'

function barUnitOf({ from, to }: Pick<Found, 'from' | 'to'>): BarUnit {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days <= MAX_DAYS) return 'day'
  return days <= MAX_WEEKS * 7 ? 'week' : 'month'
}

/** The bars of a period, the oldest first, with those on which nothing was sold. */
function barsOf(figures: Pick<Found, 'from' | 'to' | 'days'>): ChartBar[] {
  const unit = barUnitOf(figures)
  const bars = new Map<string, ChartBar>()
  for (let at = Date.parse(figures.from); at <= Date.parse(figures.to); at += DAY) {
    const start = startOf(at, unit)
    if (!bars.has(start)) bars.set(start, { ...namesOf(start, unit), revenue: 0, orders: 0 })
  }
  for (const { day, revenue, orders, sales } of figures.days) {
    const bar = bars.get(startOf(Date.parse(day), unit))
    if (!bar) continue
    bar.revenue += toCents(revenue)
    bar.orders += orders + sales
  }
  return [...bars.values()].map((bar) => ({ ...bar, revenue: dollarsOf(bar.revenue) }))
}

function startOf(at: number, unit: BarUnit): string {
  const weekday = (new Date(at).getUTCDay() + 6) % 7
  const day = new Date(unit === 'week' ? at - weekday * DAY : at).toISOString().slice(0, 10)
  return unit === 'month' ? `${day.slice(0, 7)}-01` : day
}

function namesOf(start: string, unit: BarUnit): Pick<ChartBar, 'name' | 'label'> {
  if (unit === 'day') return { name: formatDay(start), label: formatShortDay(start) }
  if (unit === 'week')
    return { name: `Week from ${formatShortDay(start)}`, label: formatShortDay(start) }
  const month = `${formatMonthDay(start).split(' ')[0]} ${start.slice(0, 4)}`
  return { name: month, label: `${month.slice(0, 3)} ’${start.slice(2, 4)}` }
}

type StockRow = Found['stock'][number]

function HarvestCard({ stock }: { stock: Found['stock'] }) {
  return (
    <FigureCard title="From harvest to sale" isWide>
      <SumTable
        caption="What became of the goods"
        head={['Product', 'Harvested', 'Sold', 'Given away', 'Wasted', 'Missing', 'Sell-through']}
        rows={stock.map((row) => ({
          ...{ id: row.productId, name: row.name, share: (row.sellThrough ?? 0) / 100 },
          note: movementsText(row),
          cells: [
            ...[row.harvested, row.sold, row.gifts, row.wasted, row.missing],
            row.sellThrough === null ? '–' : `${row.sellThrough}%`,
          ],
        }))}
      />
      <p className="mt-3 text-[0.9375rem] text-bark-deep">
        Sell-through: of all that was sold, given away, wasted or missing, the part that was sold.
      </p>
    </FigureCard>
  )
}

function movementsText({ harvested, sold, gifts, wasted, missing }: StockRow): string {
  const parts: readonly (readonly [units: number, what: string])[] = [
    [harvested, 'harvested'],
    [sold, 'sold'],
    [gifts, 'given away'],
    [wasted, 'wasted'],
    [missing, 'missing'],
  ]
  const some = parts.filter(([units]) => units > 0)
  return some.map(([units, what]) => `${units} ${what}`).join(', ')
}

type Money = Omit<Found['money'], 'ways' | 'untold'>

const format = (dollars: number) => formatDollars(toCents(dollars))

function MoneyCard({ found }: { found: Found }) {
  const { from, to, money } = found
  const file = new URLSearchParams({ from, to })
  return (
    <FigureCard title="For the bookkeeper" isWide>
      <p className="mb-2 text-bark-deep">
        Here money counts on the day it was taken or given back, whenever the goods were picked up.
      </p>
      <SumTable
        caption="Money that was taken and given back"
        head={['Paid with', 'Gross', 'Refunds', 'Fees', 'Net']}
        rows={money.ways.map((way) =>
          rowOf(
            way.kind,
            TENDER_KIND_LABELS[way.kind],
            way,
            way.kind === 'card' && isUnknown(money),
          ),
        )}
        sum={rowOf('sum', 'Together', money, isUnknown(money))}
      />
      <p className="mt-3 text-[0.9375rem] text-bark-deep">
        {feeSentence(found)} No sales tax is collected: the shop adds none to its prices.
      </p>
      <a
        href={`${figures.bookkeeping.path}?${file}`}
        download
        className={buttonLook({ variant: 'quiet' }, 'mt-3')}
      >
        <Download aria-hidden="true" className="size-4.5" />
        Download CSV
      </a>
    </FigureCard>
  )
}

function rowOf(id: string, name: string, money: Money, isFeeUnknown: boolean): SumRow {
  const fees = isFeeUnknown ? 'not reported' : format(money.fees)
  return {
    ...{ id, name },
    ...((money.taken > 0 || money.givenBack > 0) && {
      note: `${format(money.taken)} gross, ${format(money.givenBack)} refunds, fees ${fees}`,
    }),
    cells: [
      <PriceInDollars key="taken" dollars={money.taken} />,
      <PriceInDollars key="given" dollars={money.givenBack} />,
      fees,
      <PriceInDollars key="net" dollars={money.net} />,
    ],
  }
}

const isUnknown = ({ untold, fees }: Found['money'] | (Money & { untold: number })) =>
  untold > 0 && fees === 0

function feeSentence({ testMode, money }: Found): string {
  if (testMode) return 'Fees for test cards are not reported.'
  if (money.untold === 0) return 'Fees are what the card provider reported.'
  const many = money.untold === 1 ? 'one payment' : `${money.untold} payments`
  return `The card provider has not reported its fees for ${many} yet.`
}

type PeriodBarProps = {
  chosen: ChosenPeriod
  shown: { from: string; to: string } | undefined
  hasSeason: boolean
}

function PeriodBar({ chosen, shown, hasSeason }: PeriodBarProps) {
  const periods = keysOf(PERIODS).filter((period) => hasSeason || period !== 'this-season')
  const isOwn = !('period' in chosen)
  return (
    <div className="mb-4 grid gap-3 sm:flex sm:flex-wrap sm:items-start">
      <ToolSelect
        label="Show"
        value={isOwn ? 'own' : chosen.period}
        options={[
          ...periods.map((period) => [period, PERIODS[period]] as const),
          ['own', 'From … to …'],
        ]}
        onChoose={(value) => {
          const period = periods.find((one) => one === value)
          if (period) goToHash(periodHash({ period }))
          else if (shown) goToHash(periodHash({ from: shown.from, to: shown.to }))
        }}
      />
      {isOwn && <OwnDays key={periodHash(chosen)} {...chosen} />}
    </div>
  )
}

function OwnDays(given: { from: string; to: string }) {
  const [days, setDays] = useState(given)
  const isTurned = days.from !== '' && days.to !== '' && days.to < days.from
  const choose = (change: Partial<typeof days>) => {
    const next = { ...days, ...change }
    setDays(next)
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) goToHash(periodHash(next))
  }
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-2 gap-3">
        {(['from', 'to'] as const).map((end) => (
          <ToolField key={end} label={end === 'from' ? 'First day' : 'Last day'}>
            {(id) => (
              <input
                id={id}
                type="date"
                value={days[end]}
                aria-invalid={isTurned || undefined}
                onChange={({ target }) => choose({ [end]: target.value })}
                className={TOOL}
              />
            )}
          </ToolField>
        ))}
      </div>
      {isTurned && (
        <p role="alert" className="text-[0.9375rem] font-semibold text-beet">
          The last day must not be before the first one.
        </p>
      )}
    </div>
  )
}

/** While a year is typed, a browser's field says 0002-01-01. */
function isDay(day: string): boolean {
  return day >= '2000'
}
