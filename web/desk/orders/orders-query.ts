import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
} from '@tanstack/react-query'
import { z } from 'zod/mini'
import {
  customerEndpoint,
  customersEndpoint,
  packingDaysEndpoint,
} from '#contract/desk-endpoints.ts'
import { analytics } from '#contract/money/analytics.ts'
import { deskOrders, type OrderFilter, orderFilter } from '#contract/orders/desk-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { admin } from '#contract/people/admin.ts'
import { deskProducts } from '#contract/products/desk-products.ts'
import { products } from '#contract/products/products.ts'
import { call, query } from '#web/api/call.ts'
import { replaceHash } from '#web/ui/use-hash.ts'
import { type Change, useChange } from '../shared/use-change.ts'

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

export const foundQuery = (filter: ListFilter) =>
  query(deskOrders.sum, { query: narrowingOf(filter) })

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
  deskOrders.sum,
  packingDaysEndpoint,
  products.list,
  deskProducts.list,
  analytics.dashboard,
  admin.notices,
]

export type ListFilter = OrderFilter & { sort?: 'packing' }

type OrderView = { filter: ListFilter; openId: number | null }

const NAMES = ['text', 'status', 'place', 'pickupDate', 'pickupBefore'] as const

export function orderDialog(id: number, name: string): string {
  return `orders/${id}/${name}`
}

/** Whether goods may come, go or move: it stands, and is still on the farm. */
export function canBeChanged({ status, hasLeft, collectedAt }: Order): boolean {
  return status !== 'cancelled' && !hasLeft && collectedAt === null
}

/** Reads the address after `#`, such as `orders/7?status=pending`; anything invalid is dropped. */
export function readAddress(hash: string): OrderView {
  const [path = '', query = ''] = hash.split('?', 2)
  const id = /^orders\/([1-9]\d{0,9})(?![^/])/.exec(path)?.[1]
  return {
    filter: readFilter(Object.fromEntries(new URLSearchParams(query))),
    openId: id ? Number(id) : null,
  }
}

export function readFilter(texts: Record<string, string>): ListFilter {
  const sensible = NAMES.flatMap((name) => {
    const text = texts[name]
    const isSensible = z.safeParse(orderFilter.shape[name], text).success
    return text && isSensible ? [[name, text]] : []
  })
  const filter = z.parse(orderFilter, Object.fromEntries(sensible))
  return texts.sort === 'packing' ? { ...filter, sort: 'packing' } : filter
}

export function addressOf({ filter, openId }: OrderView): string {
  const query = new URLSearchParams(Object.entries(queryOf(filter))).toString()
  return `orders${openId === null ? '' : `/${openId}`}${query && `?${query}`}`
}

export function showFilter(filter: ListFilter): void {
  replaceHash(addressOf({ filter, openId: null }))
}

export function queryOf(filter: ListFilter): Record<string, string> {
  return { ...narrowingOf(filter), ...(filter.sort ? { sort: filter.sort } : {}) }
}

export function narrowingOf(filter: OrderFilter): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filter[name] ? [[name, filter[name]]] : [])))
}

export function withKnownPlace(
  filter: ListFilter,
  places: readonly { key: string }[] | undefined,
): ListFilter {
  const { place, ...rest } = filter
  const isKnown = !place || !places || places.some(({ key }) => key === place)
  return isKnown ? filter : rest
}

export function isNarrow(filter: OrderFilter): boolean {
  return Object.keys(narrowingOf(filter)).length > 0
}

type OrderChange<Sent, Answer> = Pick<Change<Sent, Answer>, 'send' | 'failed' | 'onDone'>

/** Refetches the orders in any case: without an answer, nobody knows how far the shop got. */
export function useOrderChange<Sent, Answer>(change: OrderChange<Sent, Answer>) {
  return useChange({ ...change, done: null, refreshes: REFRESHED, mayBeDone: true })
}
