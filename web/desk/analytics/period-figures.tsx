import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatOrders } from '#contract/box-text.ts'
import { formatShortDay } from '#contract/date-format.ts'
import { type PeriodFigures as Found, figures } from '#contract/figures.ts'
import { query } from '#web/api/query.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { ListEmpty } from '../shared/list-states.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { barsOf, barUnitOf } from './bars-of-days.ts'
import { ByCategory, ByPlace, ByTender, ByWeekday } from './breakdowns.tsx'
import { FigureCard } from './figure-card.tsx'
import { HarvestCard } from './harvest-card.tsx'
import { MoneyCard } from './money-card.tsx'
import { readPeriodHash } from './period-address.ts'
import { PeriodBar } from './period-bar.tsx'
import { ProductsCard } from './products-card.tsx'
import { SumTable } from './sum-table.tsx'
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
