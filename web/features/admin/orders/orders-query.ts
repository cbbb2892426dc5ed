import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { analytics } from '#contract/analytics.ts'
import { type Order, type OrderStatus, orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { call, sentenceOf } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { forDesk } from '../session/desk-session.ts'

/** How many orders one answer holds at most (the contract's `orders.list`). */
export const ORDERS_PER_ANSWER = 500

/** Orders, newest first, answer by answer; a full answer has older ones behind it. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: [orders.list.path],
  queryFn: ({ client, pageParam }) =>
    forDesk(client, call(orders.list, { query: pageParam === null ? {} : { before: pageParam } })),
  initialPageParam: null as string | null,
  getNextPageParam: (answer) => (answer.length >= ORDERS_PER_ANSWER ? String(answer.at(-1)?.id) : null),
})

/** Sets an order's status; a cancellation also moves stock and money, so products and figures are asked again. */
export function useChangeStatus({ onChanged }: { onChanged: (order: Order) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ order, status }: { order: Order; status: OrderStatus }) =>
      forDesk(client, call(orders.changeStatus, { params: { id: String(order.id) }, body: { status } })),
    onSuccess: (changed) => {
      toast({ title: 'Order status updated' })
      putOrder(client, changed)
      onChanged(changed)
      // Not waited for: the next status may be chosen while the lists are read again.
      void refreshOrders(client)
    },
    onError: (failure) => {
      toast({ variant: 'destructive', title: 'Error updating order status', description: sentenceOf(failure) })
    },
  })
}

function putOrder(client: QueryClient, changed: Order): void {
  client.setQueryData(ordersQuery.queryKey, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) => page.map((order) => (order.id === changed.id ? changed : order)))
    return { ...data, pages }
  })
}

async function refreshOrders(client: QueryClient): Promise<void> {
  const paths = [orders.list.path, products.list.path, analytics.dashboard.path]
  await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })))
}
