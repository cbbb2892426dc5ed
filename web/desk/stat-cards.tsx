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
      <dl className="flex flex-wrap max-md:rounded-2xl max-md:border max-md:border-straw max-md:bg-card md:gap-3">
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
    <div className="grow border-straw px-0.5 py-1.5 text-center max-md:not-first:border-l md:flex md:min-h-13 md:basis-0 md:flex-wrap md:items-center md:gap-x-2 md:rounded-2xl md:border md:bg-card md:px-4 md:py-0">
      <dt className="text-[0.78125rem] leading-4 whitespace-nowrap text-bark-deep md:mr-auto md:text-base">
        {label}
      </dt>
      <dd className="font-serif leading-6 font-semibold tabular-nums max-md:text-[1.0625rem] md:text-2xl">
        {figure ?? waiting}
      </dd>
      {mark && <dd className="leading-none">{mark}</dd>}
    </div>
  )
}
