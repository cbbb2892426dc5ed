import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { analytics, type Figures } from '#contract/money/analytics.ts'
import { formatShortDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { BooksPart } from '../books/books-part.tsx'
import { StockBadge } from '../products/stock-badge.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { FigureCard } from './figure-card.tsx'
import { PeriodFigures } from './period-figures.tsx'
import { SumTable } from './sum-table.tsx'
import { TakingsCard } from './takings-card.tsx'
import { Unfold } from './unfold.tsx'

const RevenueChart = lazyComponent(async () => (await import('./revenue-chart.tsx')).RevenueChart)

export function FiguresPage() {
  return (
    <>
      <PeriodFigures />
      <BooksPart />
      <h2 className="mt-8 mb-3 text-2xl">Card orders, by the day they were placed</h2>
      <QueryStates
        loading="Adding up…"
        failed="The figures could not be loaded."
        query={useQuery({ ...query(analytics.figures), staleTime: 0 })}
      >
        {(figures) => <LastWeeks figures={figures} />}
      </QueryStates>
    </>
  )
}

function LastWeeks({ figures: { weeks, lowStock, testMode } }: { figures: Figures }) {
  const bars = weeks.map(({ monday, ...week }) => ({
    ...{ ...week, name: `Week from ${formatShortDay(monday)}`, label: formatShortDay(monday) },
  }))
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <FigureCard title="Revenue per week" isWide>
        <p className="mb-3 text-bark-deep">
          Payments minus refunds, by the week the order was placed. This week is not over yet.{' '}
          {testMode && <TestBadge />}
        </p>
        <Suspense fallback={<div className="h-56" />}>
          <RevenueChart bars={bars} />
        </Suspense>
        <Unfold summary="Show as a table" className="mt-3">
          <SumTable
            caption="Revenue per week"
            head={['Week from', 'Orders', 'Revenue']}
            onPhone={[1]}
            most={Infinity}
            rows={bars.toReversed().map(({ label, orders, revenue }) => ({
              ...{ id: label, name: label },
              cells: [orders, <PriceInDollars key="revenue" dollars={revenue} />],
            }))}
          />
        </Unfold>
      </FigureCard>
      <TakingsCard />
      <FigureCard title="Running low">
        {lowStock.length === 0 && (
          <p className="text-bark-deep">Nothing: there are six or more of everything.</p>
        )}
        <ul className="grid">
          {lowStock.map(({ id, name, stock }) => (
            <FigureRow key={id} name={name}>
              <StockBadge stock={stock} />
            </FigureRow>
          ))}
        </ul>
      </FigureCard>
    </div>
  )
}

function FigureRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-end gap-3 border-b border-straw py-1.5 last:border-0">
      <span className="min-w-0 grow basis-28 wrap-anywhere">{name}</span>
      {children}
    </li>
  )
}
