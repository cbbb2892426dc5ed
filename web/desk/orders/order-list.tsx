import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty, MoreButton } from '../shared/list-states.tsx'
import { BulkBar, SelectAll } from './bulk-bar.tsx'
import { FoundLine } from './found-line.tsx'
import { isNarrow, type ListFilter } from './order-address.ts'
import { OrderRows, OrderTable } from './order-table.tsx'
import { ClearFilter } from './order-tools.tsx'

type OrderListProps = {
  orders: readonly Order[]
  filter: ListFilter
  onFilter: (filter: ListFilter) => void
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
      <FoundLine
        filter={filter}
        onFilter={onFilter}
        shown={orders.length}
        hasOlder={older.hasNextPage}
      >
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
      </FoundLine>
      <BulkBar {...chosen} filter={filter} />
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
