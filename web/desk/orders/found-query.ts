import { deskOrders, MAX_ORDERS } from '#contract/orders/desk-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { call, query } from '#web/api/call.ts'
import { type ListFilter, narrowingOf, queryOf } from './orders-query.ts'

export const foundQuery = (filter: ListFilter) =>
  query(deskOrders.sum, { query: narrowingOf(filter) })

/** The most orders to select at once, beyond those shown. */
export const MAX_CHOSEN = 1000

export async function loadFound(filter: ListFilter): Promise<Order[]> {
  const found: Order[] = []
  for (let before: string | undefined; found.length < MAX_CHOSEN; ) {
    const page = { ...queryOf(filter), limit: String(MAX_ORDERS), ...(before ? { before } : {}) }
    const answer = await call(deskOrders.list, { query: page })
    found.push(...answer)
    if (answer.length < MAX_ORDERS) break
    before = String(answer.at(-1)?.id)
  }
  return found.slice(0, MAX_CHOSEN)
}
