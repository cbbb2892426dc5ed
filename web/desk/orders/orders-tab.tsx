import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { replaceHash, useHash } from '#web/ui/use-hash.ts'
import { useMedia } from '#web/ui/use-media.ts'
import { DialogAt } from '../shared/dialog-at.tsx'
import { later } from '../shared/later.tsx'
import { leaveTo } from '../shared/leaving.ts'
import { ListFailed, ListLoading } from '../shared/list-states.tsx'
import { addressOf, type ListFilter, readAddress, withKnownPlace } from './order-address.ts'
import { OrderList } from './order-list.tsx'
import { OrderTools } from './order-tools.tsx'
import { filterChoicesQuery, ordersQuery } from './orders-query.ts'

const OrderDialog = later(() => import('./order-dialog.tsx').then((code) => code.OrderDialog))
const PhoneOrderDialog = later(() =>
  import('./phone-order-dialog.tsx').then((code) => code.PhoneOrderDialog),
)

export function OrdersTab() {
  const { filter: requested, openId } = readAddress(useHash())
  const { data: choices } = useQuery(filterChoicesQuery)
  const filter = withKnownPlace(requested, choices?.places)
  const isNarrowScreen = useMedia('(width < 64rem)')
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, isFetching, refetch, ...older } = useInfiniteQuery(
    ordersQuery(filter),
  )
  const refresh = () => void refetch()
  const showFilter = (next: ListFilter) => replaceHash(addressOf({ filter: next, openId: null }))
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        Orders
      </h2>
      <OrderTools
        filter={filter}
        onFilter={showFilter}
        choices={choices}
        onRefresh={refresh}
        isRefreshing={isFetching && !older.isFetchingNextPage}
      />
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

      {openId !== null && (
        <OrderDialog
          id={openId}
          onClose={() => leaveTo(addressOf({ filter, openId: null }))}
          onFocusLost={() => heading.current?.focus()}
        />
      )}

      <DialogAt address="orders/new" holds="customers">
        {(dialog) => <PhoneOrderDialog {...dialog} />}
      </DialogAt>
    </>
  )
}
