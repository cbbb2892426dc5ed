import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatOrders } from '#contract/box-text.ts'
import type { FoundOrders } from '#contract/found-orders.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import { Button } from '#web/ui/button.tsx'
import { foundQuery } from './found-query.ts'
import type { ListFilter } from './order-address.ts'
import { ClearFilter } from './order-tools.tsx'

type FoundLineProps = {
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
  shown: number
  hasOlder: boolean
  before?: ReactNode
  children?: ReactNode
}

export function FoundLine({ filter, onFilter, shown, hasOlder, ...around }: FoundLineProps) {
  const { data: found } = useQuery(foundQuery(filter))
  const { sort, ...rest } = filter
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 lg:gap-x-3 text-[0.9375rem] text-bark-deep">
      {around.before}
      <p role="status" className="font-semibold">
        {formatFound(found, { shown, hasOlder })}
      </p>
      {found?.worth !== null && found !== undefined && (
        <p className="tabular-nums">
          worth <span className="font-semibold">{formatDollars(toCents(found.worth))}</span>
          {found.refunded !== null && found.refunded > 0 && (
            <> after {formatDollars(toCents(found.refunded))} refunded</>
          )}
        </p>
      )}
      <ClearFilter filter={filter} onFilter={onFilter} isSmall />
      <span className="ml-auto flex flex-wrap items-center">
        <Button
          variant="plain"
          size="sm"
          className="max-lg:px-2"
          onClick={() => onFilter(sort ? rest : { ...rest, sort: 'packing' })}
        >
          {sort ? 'Newest first' : 'Packing order'}
        </Button>
        {around.children}
      </span>
    </div>
  )
}

type Shown = Pick<FoundLineProps, 'shown' | 'hasOlder'>

function formatFound(found: FoundOrders | undefined, { shown, hasOlder }: Shown): string {
  if (found && !found.isMore && found.count >= shown) return formatOrders(found.count)
  if (hasOlder) return `The latest ${shown} orders${found ? ' of many' : ''}`
  return formatOrders(shown)
}
