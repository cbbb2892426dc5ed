import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { deskOrders } from '#contract/desk-orders.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { SoundButton } from '../live/live-desk.tsx'
import { ListEmpty, MoreButton } from '../shared/list-states.tsx'
import { BulkBar, SelectAll } from './bulk-bar.tsx'
import { isNarrow, queryOf } from './order-address.ts'
import { OrderRows, OrderTable } from './order-table.tsx'
import { ClearFilter } from './order-tools.tsx'

export function ExportLink({ filter }: { filter: OrderFilter }) {
  const query = new URLSearchParams(queryOf(filter)).toString()
  return (
    <a
      href={`${deskOrders.export.path}${query && `?${query}`}`}
      download
      className={buttonLook({ variant: 'quiet' })}
    >
      <Download aria-hidden="true" className="size-4.5" />
      <span>
        <span className="sr-only">Download </span>CSV
      </span>
    </a>
  )
}

type OrderListProps = {
  orders: readonly Order[]
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
  /** No room for the table. */
  isNarrowScreen: boolean
  older: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

export function OrderList({ orders, filter, onFilter, older, isNarrowScreen }: OrderListProps) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  const [isSelecting, setSelecting] = useState(false)
  if (orders.length === 0) return <NoOrders filter={filter} onFilter={onFilter} />
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }
  const chosen = { orders, chosenIds, onChoose: setChosenIds }
  const list = { orders, filter, chosenIds, onChoose: choose }
  const all = `Select all ${orders.length} shown`
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center gap-x-3 max-lg:min-h-11">
        <p role="status" className="mr-auto text-[0.9375rem] text-bark-deep">
          {formatCount(orders.length, older.hasNextPage)}
        </p>
        <ClearFilter filter={filter} onFilter={onFilter} />
        {isNarrowScreen && !isSelecting && <SoundButton />}
        {isNarrowScreen && isSelecting && <SelectAll {...chosen} label={all} />}
        {isNarrowScreen && (
          <Button
            variant="plain"
            size="sm"
            aria-pressed={isSelecting}
            onClick={() => {
              setChosenIds(new Set())
              setSelecting(!isSelecting)
            }}
          >
            {isSelecting ? 'Done' : 'Select'}
          </Button>
        )}
      </div>
      <BulkBar {...chosen} />
      {isNarrowScreen ? (
        <OrderRows {...list} isSelecting={isSelecting} />
      ) : (
        <OrderTable {...list} selectAll={<SelectAll {...chosen} hiddenLabel={all} />} />
      )}
      {older.hasNextPage && (
        <MoreButton busy={older.isFetchingNextPage} onMore={() => void older.fetchNextPage()}>
          Show older orders
        </MoreButton>
      )}
      {isNarrowScreen && (
        <p className="mt-4 flex justify-center">
          <ExportLink filter={filter} />
        </p>
      )}
    </>
  )
}

function NoOrders({ filter, onFilter }: Pick<OrderListProps, 'filter' | 'onFilter'>) {
  return (
    <ListEmpty text="No orders found">
      {isNarrow(filter) ? (
        <>
          <p className="mb-2 text-bark-deep">No orders match your search.</p>
          <ClearFilter filter={filter} onFilter={onFilter} />
        </>
      ) : (
        <p className="text-bark-deep">The first one will show up here as soon as someone pays.</p>
      )}
    </ListEmpty>
  )
}

function formatCount(many: number, hasOlder: boolean): string {
  if (hasOlder) return `The latest ${many} orders`
  return many === 1 ? '1 order' : `${many} orders`
}
