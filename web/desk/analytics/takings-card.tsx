import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { analytics, type Takings } from '#contract/money/analytics.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { query } from '#web/api/query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { FigureCard } from './figure-card.tsx'
import { Unfold } from './unfold.tsx'

export function TakingsCard() {
  const takings = useQuery({ ...query(analytics.takings), staleTime: 0 })
  return (
    <FigureCard title="All that was taken" isWide>
      <QueryStates
        loading="Adding up…"
        failed="What was taken could not be added up."
        query={takings}
      >
        {(found) => <TakingsText takings={found} />}
      </QueryStates>
    </FigureCard>
  )
}

function TakingsText({ takings }: { takings: Takings }) {
  const { card, orders, sales, together, ways, days, testMode } = takings
  return (
    <div className="grid gap-5">
      <dl className="max-w-lg">
        <Row name="Total Revenue, by card" amount={card} mark={testMode && <TestBadge />} />
        <Row name="Orders paid without a card" amount={orders} />
        <Row name="Walk-in sales" amount={sales} />
        <Row name="With other payments" amount={together} isSum />
      </dl>
      {ways.length > 0 && (
        <SumTable
          head={['Paid with', 'Orders', 'Sales', 'Together']}
          rows={ways.map((way) => [way.way, way.orders, way.sales, way.together])}
        />
      )}
      {days.length > 0 && (
        <Unfold summary="Day by day, the last four weeks">
          <SumTable
            head={['Day', 'Card', 'Orders', 'Sales', 'Together']}
            rows={days.map((one) => [
              formatDay(one.day),
              ...[one.card, one.orders, one.sales, one.together],
            ])}
          />
        </Unfold>
      )}
    </div>
  )
}

type RowProps = { name: string; amount: number; mark?: ReactNode; isSum?: boolean }

function Row({ name, amount, mark, isSum = false }: RowProps) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-baseline justify-between gap-x-4 py-1.5',
        isSum ? 'mt-1 border-t-2 border-bark font-semibold' : 'border-b border-straw',
      )}
    >
      <dt>
        {name} {mark}
      </dt>
      <dd className="font-semibold tabular-nums">
        <PriceInDollars dollars={amount} />
      </dd>
    </div>
  )
}

type SumTableProps = { head: string[]; rows: (string | number)[][] }

function SumTable({ head, rows }: SumTableProps) {
  return (
    <div className="overflow-x-auto">
      <div className="overflow-x-auto">
        <table className="w-full max-w-2xl text-left text-[0.9375rem] tabular-nums sm:text-base">
          <thead>
            <tr className="border-b border-straw">
              {head.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={classNames('py-2 pr-2 font-semibold', index > 0 && 'text-right')}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...amounts]) => (
              <tr key={name} className="border-b border-straw last:border-0">
                <th scope="row" className="py-1.5 pr-2 font-normal wrap-anywhere">
                  {name}
                </th>
                {amounts.map((amount, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
                  <td key={index} className="py-1.5 pr-2 text-right">
                    <PriceInDollars dollars={Number(amount)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
