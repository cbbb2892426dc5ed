import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { admin } from '#contract/admin.ts'
import { analytics } from '#contract/analytics.ts'
import { deskOrders } from '#contract/desk-orders.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { call } from '#web/api/call.ts'
import { invalidate, query } from '#web/api/query.ts'
import { queryOf } from './order-address.ts'

export const ORDERS_PER_ANSWER = 50

const LISTS = [deskOrders.list.path, 'list'] as const

/** The orders of a filter, newest first, answer by answer; a full answer has older ones behind it. */
export const ordersQuery = (filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, queryOf(filter)],
    queryFn: ({ pageParam }) => {
      const page = { ...queryOf(filter), limit: String(ORDERS_PER_ANSWER), ...(pageParam ? { before: pageParam } : {}) }
      return call(deskOrders.list, { query: page })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (answer) => (answer.length >= ORDERS_PER_ANSWER ? String(answer.at(-1)?.id) : null),
    placeholderData: keepPreviousData,
  })

export const orderQuery = (id: number) => query(deskOrders.show, { params: { id: String(id) } })

export function putOrder(client: QueryClient, changed: Order): void {
  client.setQueriesData<InfiniteData<Order[], string | null>>({ queryKey: LISTS }, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) => page.map((order) => (order.id === changed.id ? changed : order)))
    return { ...data, pages }
  })
}

/** Orders move stock and money, so products, figures and warnings are asked again with them. */
export async function refreshOrders(client: QueryClient): Promise<void> {
  await invalidate(client, deskOrders.list, products.list, analytics.dashboard, admin.notices)
}
