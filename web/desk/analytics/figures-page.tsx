import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { analytics, type Figures } from '#contract/analytics.ts'
import { formatShortDay } from '#contract/date-format.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { StockBadge } from '../products/product-list.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { FigureCard } from './figure-card.tsx'
import { TakingsCard } from './takings-card.tsx'

const RevenueChart = lazyComponent(async () => (await import('./revenue-chart.tsx')).RevenueChart)

export function FiguresPage() {
  return (
    <QueryPage
      title="Figures"
      loading="Adding up…"
      failed="The figures could not be loaded."
      query={useQuery(query(analytics.figures))}
    >
      {(figures) => <AllFigures figures={figures} />}
    </QueryPage>
  )
}

function AllFigures({ figures: { weeks, bestSellers, lowStock, testMode } }: { figures: Figures }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <FigureCard title="Revenue per week" isWide>
        <p className="mb-3 text-bark-deep">
          Payments minus refunds, by the week the order was placed. This week is not over yet.{' '}
          {testMode && <TestBadge />}
        </p>
        <Suspense fallback={<div className="h-56" />}>
          <RevenueChart weeks={weeks} />
        </Suspense>
        <details className="mt-3">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
            Show as a table
          </summary>
          <RevenueTable weeks={weeks} />
        </details>
      </FigureCard>
      <TakingsCard />
      <FigureCard title="Best sellers of the last 13 weeks">
        {bestSellers.length === 0 && <p className="text-bark-deep">Nothing sold yet.</p>}
        <ol className="grid">
          {bestSellers.map(({ productId, name, quantity, revenue }) => (
            <FigureRow key={productId} name={name}>
              <span className="whitespace-nowrap text-bark-deep tabular-nums">{quantity} sold</span>
              <span className="w-24 shrink-0 text-right font-semibold tabular-nums">
                <PriceInDollars dollars={revenue} />
              </span>
            </FigureRow>
          ))}
        </ol>
      </FigureCard>
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

function RevenueTable({ weeks }: { weeks: Figures['weeks'] }) {
  return (
    <table className="w-full max-w-lg text-left tabular-nums">
      <thead>
        <tr className="border-b border-straw">
          {['Week from', 'Orders', 'Revenue'].map((column, index) => (
            <th
              key={column}
              scope="col"
              className={classNames('py-2 font-semibold', index > 0 && 'text-right')}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ monday, orders, revenue }) => (
          <tr key={monday} className="border-b border-straw last:border-0">
            <th scope="row" className="py-1.5 font-normal">
              {formatShortDay(monday)}
            </th>
            <td className="py-1.5 text-right">{orders}</td>
            <td className="py-1.5 text-right">
              <PriceInDollars dollars={revenue} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
