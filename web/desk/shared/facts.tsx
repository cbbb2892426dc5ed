import type { ReactNode } from 'react'

type FactProps = { name: string; className?: string; children: ReactNode }

export function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-[0.9375rem] text-bark-deep">{name}</dt>
      <dd className="font-serif text-xl font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-bark-deep">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
