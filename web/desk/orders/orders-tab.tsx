import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import type { OrderFilter } from '#contract/order-filter.ts'
import { Button } from '#web/ui/button.tsx'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { SoundButton } from '../live/live-desk.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { leaveTo } from '../shared/leaving.ts'
import { ListFailed, ListLoading } from '../shared/list-states.tsx'
import { addressOf, readAddress, withKnownPlace } from './order-address.ts'
import { OrderDialog } from './order-dialog.tsx'
import { ExportLink, OrderList } from './order-list.tsx'
import { OrderTools } from './order-tools.tsx'
import { filterChoicesQuery, ordersQuery } from './orders-query.ts'
import { PhoneOrderDialog } from './phone-order-dialog.tsx'

export function OrdersTab() {
  const { filter: asked, openId } = readAddress(useHash())
  const { data: choices } = useQuery(filterChoicesQuery)
  const filter = withKnownPlace(asked, choices?.places)
  const isNarrowScreen = useMedia('(width < 64rem)')
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, isFetching, refetch, ...older } = useInfiniteQuery(
    ordersQuery(filter),
  )
  const refresh = () => void refetch()
  const showFilter = (next: OrderFilter) => replaceHash(addressOf({ filter: next, openId: null }))
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Orders
      </h2>
      <div className="mb-1 flex flex-wrap items-start gap-2 max-lg:relative">
        <OrderTools filter={filter} onFilter={showFilter} choices={choices} />
        <Button className="max-lg:size-11 max-lg:px-0" onClick={() => openDialog('orders/new')}>
          <Plus aria-hidden="true" className="size-5" />
          <span className="max-lg:sr-only">New order</span>
        </Button>
        {!isNarrowScreen && <ExportLink filter={filter} />}
        {!isNarrowScreen && <SoundButton />}
        {data && (
          <Button
            variant="quiet"
            size="icon"
            busy={isFetching && !older.isFetchingNextPage}
            className="max-lg:hidden"
            onClick={refresh}
          >
            {!isFetching && <RefreshCw aria-hidden="true" className="size-4.5" />}
            <span className="sr-only">Refresh</span>
          </Button>
        )}
      </div>
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
          isNarrowScreen={isNarrowScreen}
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
