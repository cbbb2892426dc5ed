import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { analytics } from '#contract/analytics.ts'
import { query } from '#web/api/query.ts'
import { sentenceOf } from '#web/api/request.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TryAgain } from './shared/list-states.tsx'
import { TestBadge } from './shared/test-badge.tsx'

export function StatCards() {
  const figures = useQuery(query(analytics.dashboard))
  const { data, error } = figures
  const isMissing = error !== null
  return (
    <section aria-label="Totals" className="py-6">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9rem,40%)),1fr))] gap-3 lg:grid-cols-4 lg:gap-4">
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
          The figures could not be loaded: {sentenceOf(error)}
          <TryAgain size="sm" query={figures} />
        </p>
      )}
    </section>
  )
}

type StatCardProps = { label: string; figure: ReactNode; mark?: ReactNode; isMissing: boolean }

function StatCard({ label, figure, mark, isMissing }: StatCardProps) {
  const waiting = isMissing ? '–' : <Skeleton className="mt-2 h-7 w-20" />
  return (
    <div className="rounded-2xl border border-straw bg-card p-4 sm:px-5">
      <dt className="flex flex-wrap items-center justify-between gap-1 text-[0.9375rem] text-bark-deep sm:min-h-7 sm:text-base">
        <span>{label}</span>
        {mark}
      </dt>
      <dd className="min-h-9 font-serif text-[1.625rem] leading-9 font-semibold tabular-nums sm:min-h-11 sm:text-[2rem] sm:leading-11">
        {figure ?? waiting}
      </dd>
    </div>
  )
}
