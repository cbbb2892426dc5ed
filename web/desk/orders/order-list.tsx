import { useState } from 'react'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { isNarrow } from './order-address.ts'
import { OrderTable } from './order-table.tsx'
import { ClearFilter } from './order-tools.tsx'

type OrderShelfProps = {
  orders: readonly Order[]
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
  older: { has: boolean; isAsking: boolean; refresh: () => void }
}

export function OrderShelf({ orders, filter, onFilter, older }: OrderShelfProps) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set())
  if (orders.length === 0) return <NoOrders filter={filter} onFilter={onFilter} />
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosenIds)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosenIds(next)
  }
  return (
    <>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p role="status" className="text-[0.9375rem] text-bark-deep">
          {formatCount(orders.length, older.has)}
        </p>
        <ClearFilter filter={filter} onFilter={onFilter} />
      </div>
      <BulkBar orders={orders} chosenIds={chosenIds} onChoose={setChosenIds} />
      <OrderTable orders={orders} filter={filter} chosenIds={chosenIds} onChoose={choose} />
      {older.has && (
        <Button variant="plain" busy={older.isAsking} onClick={older.refresh} className="mx-auto mt-6 flex">
          Show older orders
        </Button>
      )}
    </>
  )
}

function NoOrders({ filter, onFilter }: Pick<OrderShelfProps, 'filter' | 'onFilter'>) {
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
