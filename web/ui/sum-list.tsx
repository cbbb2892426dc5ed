import type { ReactNode } from 'react'
import type { Cents } from '#contract/money.ts'
import { Price } from './price.tsx'

export function SumList({ rows, total }: { rows: { name: string; value: ReactNode }[]; total: Cents }) {
  return (
    <dl>
      {rows.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 py-0.5">
          <dt>{name}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
      <div className="mt-2 flex justify-between gap-4 border-t border-straw pt-2.5 font-serif text-2xl font-semibold">
        <dt>Total</dt>
        <dd>
          <Price amount={total} />
        </dd>
      </div>
    </dl>
  )
}
