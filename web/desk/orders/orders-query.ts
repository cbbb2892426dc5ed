import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { admin } from '#contract/admin.ts'
import { analytics } from '#contract/analytics.ts'
import { type ChangedStatuses, deskOrders, MAX_CHANGES } from '#contract/desk-orders.ts'
import { deskProducts } from '#contract/desk-products.ts'
import { foundOrderEndpoints } from '#contract/found-orders.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import type { Goods } from '#contract/order-changes.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { type Order, orders } from '#contract/orders.ts'
import { packing } from '#contract/packing.ts'
import { products } from '#contract/products.ts'
import { type Refund, refunds } from '#contract/refunds.ts'
import { call } from '#web/api/call.ts'
import { invalidate, query } from '#web/api/query.ts'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { type ListFilter, queryOf } from './order-address.ts'
import { countOrders } from './order-labels.ts'
import { undoOf } from './undo-status.ts'

const ORDERS_PER_ANSWER = 50

const LISTS = [deskOrders.list.path, 'list'] as const

/** The orders of a filter, newest first, answer by answer; a full answer has older ones behind it. */
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

/** Shows a change in the lists at once, before they are read again. */
export function putOrder(client: QueryClient, changed: Order): void {
  client.setQueriesData<InfiniteData<Order[], string | null>>({ queryKey: LISTS }, (data) => {
    if (!data) return data
    const pages = data.pages.map((page) =>
      page.map((order) => (order.id === changed.id ? changed : order)),
    )
    return { ...data, pages }
  })
}

/** Orders move stock and money, so products, figures and warnings are asked again with them, and the lists of their days. */
export const REFRESHED = [
  deskOrders.list,
  foundOrderEndpoints.sum,
  packing.days,
  products.list,
  deskProducts.list,
  analytics.dashboard,
  admin.notices,
]

export async function refreshOrders(client: QueryClient): Promise<void> {
  await invalidate(client, ...REFRESHED)
}

const FAILED = 'Error updating order status'

export function useChangeStatus(onChanged: (order: Order) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ order, ...body }: { order: Order; status: OrderStatus; goods?: Goods }) =>
      call(orders.changeStatus, { params: { id: String(order.id) }, body }),
    onSuccess: (changed, { order, status }) => {
      const isChanged = order.status !== status
      const action = isChanged ? undoOf([changed.id], status, () => refreshOrders(client)) : {}
      toast({ title: 'Order status updated', ...action })
      putOrder(client, changed)
      onChanged(changed)
      // Not waited for: the next status may be chosen while the lists are read again.
      void refreshOrders(client)
    },
    onError: (failure) => toastFailure(FAILED, failure),
  })
}

type OrderChange<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>
  failed: string
  onAnswered: (answer: Answer, sent: Sent) => void
}

/** A change after which the orders are read again in any case: without an answer nobody knows how far the shop came. */
function useOrderChange<Sent, Answer>({ send, failed, onAnswered }: OrderChange<Sent, Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onAnswered,
    onError: (failure) => toastFailure(failed, failure),
    onSettled: () => void refreshOrders(client),
  })
}

type ManyStatuses = { ids: number[]; status: OrderStatus }

export function useChangeStatuses(onAnswered: (answer: ChangedStatuses) => void) {
  const client = useQueryClient()
  return useOrderChange({
    send: sendStatuses,
    failed: FAILED,
    onAnswered: (answer, { status }) => {
      toastStatusChange(answer, status, () => refreshOrders(client))
      onAnswered(answer)
    },
  })
}

/** So many in one call, one call after the other. */
async function sendStatuses({ ids, status }: ManyStatuses): Promise<ChangedStatuses> {
  const all: ChangedStatuses = { changed: [], refused: [] }
  for (let from = 0; from < ids.length; from += MAX_CHANGES) {
    const body = { ids: ids.slice(from, from + MAX_CHANGES), status }
    const { changed, refused } = await call(deskOrders.changeStatuses, { body })
    all.changed.push(...changed)
    all.refused.push(...refused)
  }
  return all
}

function toastStatusChange(
  { changed, refused }: ChangedStatuses,
  status: OrderStatus,
  onUndone: () => Promise<void>,
): void {
  const action = undoOf(changed, status, onUndone)
  const done = changed.length > 0 ? `${countOrders(changed.length)} now ${status}.` : ''
  const left = `${countOrders(refused.length)} unchanged. `
  if (refused.length === 0) toast({ title: 'Order status updated', description: done, ...action })
  else
    toast({ variant: 'destructive', title: FAILED, description: (left + done).trim(), ...action })
}

/** A refund as the form makes it; its amount in dollars as it was typed. */
export type TypedRefund = {
  id: string
  amount: string
  reason: string
  restock: { productId: number; quantity: number }[]
  missing: { productId: number; quantity: number }[]
}

/** Gives back a part of an order's money. The same id again is the same refund, so a lost answer may be asked for again. */
export function useGiveBack(orderId: number, onGiven: () => void) {
  return useOrderChange({
    send: (body: TypedRefund) => call(refunds.request, { params: { id: String(orderId) }, body }),
    failed: 'Refund error',
    onAnswered: (refund) => {
      toastRefund(refund)
      onGiven()
    },
  })
}

export function useRetryRefund() {
  return useOrderChange({
    send: (id: string) => call(refunds.retry, { params: { id } }),
    failed: 'Refund error',
    onAnswered: toastRefund,
  })
}

function toastRefund({ amount, state, error }: Refund): void {
  const money = formatDollars(toCents(amount))
  if (state === 'failed') {
    const description = error ?? 'Please try again.'
    toast({ variant: 'destructive', title: 'Refund failed', description })
  } else if (state === 'succeeded') {
    toast({ title: 'Refunded', description: `${money} of this order.` })
  } else {
    const description = `${money} is being refunded. The order will show when it is done.`
    toast({ title: 'Refund on its way', description })
  }
}
