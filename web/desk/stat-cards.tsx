import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { analytics } from '#contract/money/analytics.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sentenceOfLoad } from './shared/connection.ts'
import { TryAgain } from './shared/list-states.tsx'
import { TestBadge } from './shared/test-badge.tsx'

export function StatCards({ className }: { className?: string }) {
  const figures = useQuery(query(analytics.dashboard))
  const { data, error } = figures
  const isMissing = error !== null
  return (
    <section aria-label="Totals" className={classNames('min-w-0', className)}>
      <dl className="flex flex-wrap rounded-2xl border border-straw bg-card">
        <StatCard label="Total Orders" figure={data?.totalOrders} isMissing={isMissing} />
        <StatCard
          label="Total Revenue"
          mark={data?.testMode && <TestBadge />}
          figure={data && <PriceInDollars dollars={data.totalRevenue} />}
          isMissing={isMissing}
        />
        <StatCard label="Total Products" figure={data?.totalProducts} isMissing={isMissing} />
        <StatCard label="Low Stock Items" figure={data?.lowStockProducts} isMissing={isMissing} />
      </dl>
      {error && (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-3">
          The figures could not be loaded: {sentenceOfLoad(error)}
          <TryAgain size="sm" query={figures} />
        </p>
      )}
    </section>
  )
}

type StatCardProps = { label: string; figure: ReactNode; mark?: ReactNode; isMissing: boolean }

function StatCard({ label, figure, mark, isMissing }: StatCardProps) {
  const waiting = isMissing ? '–' : <Skeleton className="mt-1 h-5 w-12" />
  return (
    <div className="grow border-straw px-0.5 py-1.5 text-center not-first:border-l sm:px-2.5 sm:py-1">
      <dt className="text-[0.78125rem] leading-4 whitespace-nowrap text-bark-deep sm:text-sm">
        {label}
      </dt>
      <dd className="font-serif leading-6 font-semibold tabular-nums max-sm:text-[1.0625rem] sm:inline-block sm:text-xl">
        {figure ?? waiting}
      </dd>
      {mark && <dd className="leading-none sm:ml-2 sm:inline-block sm:align-[0.15em]">{mark}</dd>}
    </div>
  )
}
