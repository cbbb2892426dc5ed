import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { keysOf } from '#contract/changed-fields.ts'
import { analytics } from '#contract/money/analytics.ts'
import { BOOK_FORMS } from '#contract/money/bookkeeping.ts'
import { type PeriodFigures as Found, figures, PERIODS } from '#contract/money/figures.ts'
import { cents, formatDollars, formatMoney, toCents } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatDay, formatMonthDay, formatShortDay } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
import { query } from '#web/api/call.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { goToHash, useHash } from '#web/ui/use-hash.ts'
import { BooksPart } from '../books/books-part.tsx'
import { CARD, CardRow, ListEmpty, QueryStates } from '../shared/card.tsx'
import { later } from '../shared/lazy-part.tsx'
import { Bar, SumTable } from '../shared/sum-table.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { TOOL, ToolField, ToolSelect } from '../shared/toolbar.tsx'
import { Unfold } from '../shared/unfold.tsx'
import { useSetting } from '../shared/use-setting.ts'
import { ViewLinks } from '../shared/view-links.tsx'
import { ByCategory, ByPlace, FigureCard, ProductsCard } from './breakdowns.tsx'
import { type ChosenPeriod, periodHash, readPeriodHash } from './period-address.ts'
import type { ChartBar } from './revenue-chart.tsx'

const RevenueChart = later(() => import('./revenue-chart.tsx').then((code) => code.RevenueChart))

export function MoneyPage() {
  const chosen = readPeriodHash(useHash())
  const found = useQuery({
    ...query(figures.period, { query: chosen }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { data, isPlaceholderData } = found
  return (
    <>
      <PeriodBar chosen={chosen} found={data} />
      <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-55' : ''}>
        <QueryStates loading="Adding up…" failed="The money could not be added up." query={found}>
          {(period) => <Period found={period} chosen={chosen} />}
        </QueryStates>
      </div>
      <div className="mt-4 grid gap-1">
        <SinceTheStart />
        <BooksPart />
      </div>
    </>
  )
}

type PeriodProps = { found: Found; chosen: ChosenPeriod }

function Period({ found, chosen }: PeriodProps) {
  const isEmpty = found.orders + found.sales === 0 && found.days.length === 0
  return (
    <div className="grid gap-x-5.5 gap-y-4 lg:grid-cols-[1.57fr_1fr] lg:items-start">
      <div className="grid gap-4">
        <Total found={found} chosen={chosen} />
        <Ways money={found.money} />
        <Weeks weeks={found.money.weeks} />
      </div>
      <div className="grid gap-4">
        <Bookkeeper found={found} />
      </div>
      {(!isEmpty || found.stock.length > 0) && (
        <Unfold summary="What sold, and what became of the harvest" className="lg:col-span-2">
          <p className="mb-3 max-w-prose text-bark-deep">
            Goods by the day of their pickup or sale: {formatOrders(found.orders)} and{' '}
            {found.sales === 1 ? '1 walk-in sale' : `${found.sales} walk-in sales`}. What was paid
            for another day’s pickup is not in here.
          </p>
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            <RevenueOfDays found={found} />
            <ProductsCard found={found} />
            <ByPlace found={found} />
            <ByCategory found={found} />
            {found.stock.length > 0 && <HarvestCard stock={found.stock} />}
          </div>
        </Unfold>
      )}
    </div>
  )
}

const BEFORE: { [One in keyof typeof PERIODS]?: string } = {
  'this-week': 'last week',
  'last-week': 'the week before',
}

/** What the farm made: taken by any way, less what was given back. */
function Total({ found, chosen }: PeriodProps) {
  const { money, testMode } = found
  const before = 'period' in chosen ? BEFORE[chosen.period] : undefined
  const more = toCents(money.total) - toCents(money.weeks.at(-2)?.total ?? 0)
  return (
    <section aria-label="Total">
      <p className="text-bark-deep">
        {formatSpan(found)} {testMode && <TestBadge />}
      </p>
      <p className="font-serif text-[length:min(3rem,13vw)] leading-tight font-semibold tabular-nums wrap-anywhere">
        <PriceInDollars dollars={money.total} />
      </p>
      {before && more !== 0 && (
        <p>{`${formatDollars(cents(Math.abs(more)))} ${more > 0 ? 'more' : 'less'} than ${before}`}</p>
      )}
    </section>
  )
}

function Ways({ money }: { money: Found['money'] }) {
  const { ways, givenBack } = money
  const most = Math.max(1, ...ways.map(({ total }) => total))
  if (ways.length === 0) return <ListEmpty text="No money moved on these days." />
  return (
    <div>
      <ul className={CARD} aria-label="By way to pay">
        {ways.map(({ kind, name, total, fees }) => (
          <CardRow key={`${kind} ${name}`} className="px-4 py-2.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <strong className="font-semibold">{name}</strong>
              <span className="tabular-nums">{formatMoney(total)}</span>
            </p>
            <Bar share={total / most} />
            {fees > 0 && (
              <p className="text-[0.9375rem] text-bark-deep">Card fees {formatMoney(fees)}</p>
            )}
          </CardRow>
        ))}
      </ul>
      {givenBack > 0 && (
        <p className="mt-2 px-1 text-bark-deep">
          {`${formatMoney(givenBack)} was refunded and is already taken off.`}
        </p>
      )}
    </div>
  )
}

/** Money by the day it moved, as the total. */
function Weeks({ weeks }: { weeks: Found['money']['weeks'] }) {
  if (weeks.filter(({ total }) => total !== 0).length < 2) return null
  const bars = weeks.map(({ from, total }) => ({ ...namesOf(from, 'week'), revenue: total }))
  return (
    <FigureCard title="Last eight weeks">
      <RevenueChart bars={bars} fallback={<div className="h-56" />} />
    </FigureCard>
  )
}

const NO_TAX = 'No sales tax is collected: the shop adds none to its prices.'

function Bookkeeper({ found }: { found: Found }) {
  const { from, to, money } = found
  const [form, setForm] = useState<string>('plain')
  const file = new URLSearchParams({ from, to })
  const books = new URLSearchParams({ from, to, ...(form === 'plain' ? {} : { form }) })
  const hasTax = useSetting('tax_rate') !== ''
  return (
    <FigureCard title="For your bookkeeper">
      <p>
        {`${formatMoney(money.taken)} taken, ${formatMoney(money.givenBack)} refunded, total `}
        <strong>{formatMoney(money.total)}</strong>
      </p>
      <p className="mt-1 text-[0.9375rem] text-bark-deep">
        {`By the day the money moved. ${feeSentence(found)} ${hasTax ? 'Sales tax is part of these amounts; its file goes by the day of the market.' : NO_TAX}`}
      </p>
      <div className="mt-3">
        <ToolSelect
          label="For"
          value={form}
          onChoose={setForm}
          options={Object.entries(BOOK_FORMS)}
        />
      </div>
      <p className="mt-3 flex flex-wrap gap-2">
        {[
          { href: `${figures.bookkeeping.path}?${books}`, label: 'Download file' },
          ...(hasTax ? [{ href: `${figures.salesTax.path}?${file}`, label: 'Sales tax' }] : []),
        ].map(({ href, label }) => (
          <a key={label} href={href} download className={buttonLook({ variant: 'sprout' })}>
            <Download aria-hidden="true" className="size-4.5" />
            {label}
          </a>
        ))}
      </p>
    </FigureCard>
  )
}

/** How the desk's stat card becomes a total with cash and all. */
function SinceTheStart() {
  const { data } = useQuery({ ...query(analytics.takings), staleTime: 0 })
  if (!data) return null
  return (
    <p className="text-[0.9375rem] text-bark-deep">
      {`Since you started: Total Revenue ${formatMoney(data.card)} by card + ${formatMoney(data.orders)} for orders paid another way + ${formatMoney(data.sales)} walk-in sales = `}
      <strong className="text-soil">{formatMoney(data.together)}</strong>
    </p>
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
    <FigureCard title={title} isWide>
      <RevenueChart bars={bars} fallback={<div className="h-56" />} />
      <Unfold summary="Show as a table" className="mt-3">
        <SumTable
          caption={title}
          head={['When', 'Orders and sales', 'Revenue']}
          onPhone={[1]}
          most={Infinity}
          rows={bars.toReversed().map(({ name, orders, revenue }) => ({
            id: name,
            name,
            cells: [orders, <PriceInDollars key="revenue" dollars={revenue} />],
          }))}
        />
      </Unfold>
    </FigureCard>
  )
}

const MAX_DAYS = 45
const MAX_WEEKS = 60

type BarUnit = 'day' | 'week' | 'month'

function barUnitOf({ from, to }: Pick<Found, 'from' | 'to'>): BarUnit {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days <= MAX_DAYS) return 'day'
  return days <= MAX_WEEKS * 7 ? 'week' : 'month'
}

function barsOf(figures: Pick<Found, 'from' | 'to' | 'days'>): Required<ChartBar>[] {
  const unit = barUnitOf(figures)
  const bars = new Map<string, Required<ChartBar>>()
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
    <FigureCard title="Picked vs. sold" isWide>
      <SumTable
        caption="What became of the goods"
        head={['Product', 'Harvested', 'Sold', 'Given away', 'Wasted', 'Gone', 'Sold %']}
        rows={stock.map((row) => ({
          id: row.productId,
          name: row.name,
          share: (row.sellThrough ?? 0) / 100,
          note: movementsText(row),
          cells: [
            row.harvested,
            row.sold,
            row.gifts,
            row.wasted,
            row.missing,
            row.sellThrough === null ? '–' : `${row.sellThrough}%`,
          ],
        }))}
      />
      <p className="mt-3 text-[0.9375rem] text-bark-deep">
        Sold %: the share sold of everything sold, given away, wasted or gone.
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
    [missing, 'gone'],
  ]
  const some = parts.filter(([units]) => units > 0)
  return some.map(([units, what]) => `${units} ${what}`).join(', ')
}

function feeSentence({ testMode, money }: Found): string {
  if (testMode) return 'Fees for test cards are not reported.'
  if (money.untold === 0) return 'Fees are what the card provider reported.'
  const many = money.untold === 1 ? 'one payment' : `${money.untold} payments`
  return `The card provider has not reported its fees for ${many} yet.`
}

type PeriodBarProps = { chosen: ChosenPeriod; found: Found | undefined }

function PeriodBar({ chosen, found }: PeriodBarProps) {
  const periods = keysOf(PERIODS).filter((one) => found?.hasSeason || one !== 'this-season')
  const isOwn = !('period' in chosen)
  const days = isOwn ? chosen : found
  return (
    <div className="mb-4 grid gap-3">
      <ViewLinks
        label="Days"
        views={[
          ...periods.map((period) => [periodHash({ period }), PERIODS[period]] as const),
          ...(days
            ? [[periodHash({ from: days.from, to: days.to }), 'Choose dates'] as const]
            : []),
        ]}
        here={periodHash(chosen)}
        className="max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] md:flex-wrap"
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
        <FieldError role="alert">The last day must not be before the first one.</FieldError>
      )}
    </div>
  )
}

/** While a year is being typed, the date field says 0002-01-01. */
function isDay(day: string): boolean {
  return day >= '2000'
}
