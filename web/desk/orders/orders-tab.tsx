import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { deskOrders } from '#contract/desk-orders.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { goToHash, replaceHash, useHash } from '#web/ui/use-hash.ts'
import { SoundButton } from '../live/live-desk.tsx'
import { ListFailed, ListLoading } from '../shared/list-states.tsx'
import { addressOf, queryOf, readAddress } from './order-address.ts'
import { OrderDialog } from './order-dialog.tsx'
import { OrderShelf } from './order-list.tsx'
import { OrderTools } from './order-tools.tsx'
import { ordersQuery } from './orders-query.ts'

export function OrdersTab() {
  const { filter, openId } = readAddress(useHash())
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, isPending, isFetching, refetch, ...older } = useInfiniteQuery(ordersQuery(filter))
  const refresh = () => void refetch()
  const showFilter = (next: OrderFilter) => replaceHash(addressOf({ filter: next, openId: null }))
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="mr-auto text-2xl sm:text-3xl">
          Orders
        </h2>
        <SoundButton />
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
      <OrderTools filter={filter} onFilter={showFilter} />
      {isPending && <ListLoading text="Loading orders..." />}
      {error && (
        <ListFailed
          text="The orders could not be loaded."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={refresh}
        />
      )}
      {data && !error && (
        <OrderShelf
          key={addressOf({ filter, openId: null })}
          orders={data.pages.flat()}
          filter={filter}
          onFilter={showFilter}
          older={{
            has: older.hasNextPage,
            isAsking: older.isFetchingNextPage,
            refresh: () => void older.fetchNextPage(),
          }}
        />
      )}
      <OrderDialog
        id={openId}
        onClose={() => goToHash(addressOf({ filter, openId: null }))}
        onFocusLost={() => heading.current?.focus()}
      />
    </>
  )
}

function ExportLink({ filter }: { filter: OrderFilter }) {
  const query = new URLSearchParams(queryOf(filter)).toString()
  return (
    <a href={`${deskOrders.export.path}${query && `?${query}`}`} download className={buttonLook({ variant: 'quiet' })}>
      <Download aria-hidden="true" className="size-4.5" />
      <span>
        <span className="max-sm:sr-only">Download </span>CSV
      </span>
    </a>
  )
}
