import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query'
import {
  customerEndpoint,
  customersEndpoint,
  packingDaysEndpoint,
} from '#contract/desk-endpoints.ts'
import { analytics } from '#contract/money/analytics.ts'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { foundOrderEndpoints } from '#contract/orders/found-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { admin } from '#contract/people/admin.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { products } from '#contract/products/products.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { readAgain } from '../shared/read-again.ts'
import { type ListFilter, queryOf } from './order-address.ts'

const ORDERS_PER_ANSWER = 50

const LISTS = [deskOrders.list.path, 'list'] as const

/** Newest first; a full answer means there are older ones. */
export const ordersQuery = (filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, queryOf(filter)],
    queryFn: ({ pageParam }) => {
      const page = {
        ...queryOf(filter),
        limit: String(ORDERS_PER_ANSWER),
        ...(pageParam ? { before: pageParam } : {}),
      }
      return call(deskOrders.list, { query: page })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (answer) =>
      answer.length >= ORDERS_PER_ANSWER ? String(answer.at(-1)?.id) : null,
    placeholderData: keepPreviousData,
  })

export const filterChoicesQuery = query(deskOrders.filterChoices)

export const orderQuery = (id: number) => query(deskOrders.show, { params: { id: String(id) } })

export function putOrder(client: QueryClient, changed: Partial<Order> & Pick<Order, 'id'>): void {
  client.setQueriesData<InfiniteData<Order[], string | null>>({ queryKey: LISTS }, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) =>
      page.map((order) => (order.id === changed.id ? { ...order, ...changed } : order)),
    )
    return { ...data, pages }
  })
}

/** Orders move stock and money, so these are refetched with them. */
export const REFRESHED = [
  deskOrders.list,
  deskOrders.filterChoices,
  customersEndpoint,
  customerEndpoint,
  foundOrderEndpoints.sum,
  packingDaysEndpoint,
  products.list,
  deskProducts.list,
  analytics.dashboard,
  admin.notices,
]

export async function refreshOrders(client: QueryClient): Promise<void> {
  await readAgain(client, REFRESHED)
}
