import { useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { sentenceOf } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ListFailed, ListLoading } from '../list-states.tsx'
import { OrderShelf } from './order-shelf.tsx'
import { ordersQuery } from './orders-query.ts'

/** The orders, newest first: what to pack, and how far each one is. */
export function OrdersTab() {
  const { data, error, isPending, isFetching, refetch, ...older } = useInfiniteQuery(ordersQuery)
  const ask = () => void refetch()
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-2xl sm:text-3xl">Orders</h2>
        {data && (
          <Button variant="quiet" busy={isFetching && !older.isFetchingNextPage} onClick={ask}>
            {!isFetching && <RefreshCw aria-hidden="true" className="size-4.5" />}
            Refresh
          </Button>
        )}
      </div>
      {isPending && <ListLoading words="Loading orders..." />}
      {error && (
        <ListFailed
          words="The orders could not be loaded."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={ask}
        />
      )}
      {data && (
        <OrderShelf
          orders={data.pages.flat()}
          hasOlder={older.hasNextPage}
          isAskingOlder={older.isFetchingNextPage}
          onAskOlder={() => void older.fetchNextPage()}
        />
      )}
    </>
  )
}
