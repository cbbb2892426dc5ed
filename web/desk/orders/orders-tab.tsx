import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download, Plus, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { deskOrders } from '#contract/desk-orders.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { SoundButton } from '../live/live-desk.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { leaveTo } from '../shared/leaving.ts'
import { ListEmpty, ListFailed, ListLoading, MoreButton } from '../shared/list-states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { addressOf, isNarrow, queryOf, readAddress, withKnownPlace } from './order-address.ts'
import { OrderDialog } from './order-dialog.tsx'
import { OrderTable } from './order-table.tsx'
import { ClearFilter, OrderTools } from './order-tools.tsx'
import { filterChoicesQuery, ordersQuery } from './orders-query.ts'
import { PhoneOrderDialog } from './phone-order-dialog.tsx'

export function OrdersTab() {
  const { filter: asked, openId } = readAddress(useHash())
  const { data: choices } = useQuery(filterChoicesQuery)
  const filter = withKnownPlace(asked, choices?.places)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, isFetching, refetch, ...older } = useInfiniteQuery(
    ordersQuery(filter),
  )
  const refresh = () => void refetch()
  const showFilter = (next: OrderFilter) => replaceHash(addressOf({ filter: next, openId: null }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="mr-auto text-2xl sm:text-3xl">
          Orders
        </h2>
        <SoundButton />
        <Button className="max-sm:w-11 max-sm:px-0" onClick={() => openDialog('orders/new')}>
          <Plus aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">New order</span>
        </Button>
        <ExportLink filter={filter} />
        {data && (
          <Button
            variant="quiet"
            busy={isFetching && !older.isFetchingNextPage}
            className="max-sm:w-11 max-sm:px-0"
            onClick={refresh}
          >
            {!isFetching && <RefreshCw aria-hidden="true" className="size-4.5" />}
            <span className="max-sm:sr-only">Refresh</span>
          </Button>
        )}
      </div>
      <OrderTools filter={filter} onFilter={showFilter} choices={choices} />
      {isPending && <ListLoading text="Loading orders..." />}
      {error && (
        <ListFailed text="The orders could not be loaded." query={{ error, isFetching, refetch }} />
      )}
      {data && !error && (
        <OrderList
          key={addressOf({ filter, openId: null })}
          orders={data.pages.flat()}
          filter={filter}
          onFilter={showFilter}
          older={older}
        />
      )}
      <OrderDialog
        id={openId}
        onClose={() => leaveTo(addressOf({ filter, openId: null }))}
        onFocusLost={() => heading.current?.focus()}
      />
      <DialogAt address="orders/new" holds="customers">
        {(dialog) => <PhoneOrderDialog {...dialog} />}
      </DialogAt>
    </>
  )
}

function ExportLink({ filter }: { filter: OrderFilter }) {
  const query = new URLSearchParams(queryOf(filter)).toString()
  return (
    <a
      href={`${deskOrders.export.path}${query && `?${query}`}`}
      download
      className={buttonLook({ variant: 'quiet' })}
    >
      <Download aria-hidden="true" className="size-4.5" />
      <span>
        <span className="max-sm:sr-only">Download </span>CSV
      </span>
    </a>
  )
}

type OrderListProps = {
  orders: readonly Order[]
  filter: OrderFilter
  onFilter: (filter: OrderFilter) => void
  older: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

function OrderList({ orders, filter, onFilter, older }: OrderListProps) {
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
          {formatCount(orders.length, older.hasNextPage)}
        </p>
        <ClearFilter filter={filter} onFilter={onFilter} />
      </div>
      <BulkBar orders={orders} chosenIds={chosenIds} onChoose={setChosenIds} />
      <OrderTable orders={orders} filter={filter} chosenIds={chosenIds} onChoose={choose} />
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

function formatCount(many: number, hasOlder: boolean): string {
  if (hasOlder) return `The latest ${many} orders`
  return many === 1 ? '1 order' : `${many} orders`
}
