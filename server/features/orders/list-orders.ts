import type { OrderSort } from '#contract/desk-orders.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import type { Db } from '#server/db/tables.ts'
import { findPlace, listOrderIds } from './find-orders-queries.ts'
import { loadOrders } from './order-queries.ts'
import { listInPackingOrder } from './packing-order.ts'
import { noSuchOrder } from './require-order.ts'

/** One page of orders, and the number after which the next one begins; null when there is none. */
type OrderPage = { orders: Order[]; next: number | null }

/**
 * The orders of a filter with their lines and the money's side, the newest first, so many of them
 * after the given one.
 * @throws Refusal 'not-found' when there is no order of that number to go on from
 */
export async function listOrders(
  db: Db,
  wanted: { filter: OrderFilter; before: number | null; most: number; sort?: OrderSort },
): Promise<OrderPage> {
  const { filter, before, most } = wanted
  const after =
    before === null ? null : ((await findPlace(db, before)) ?? noSuchOrder(before, 'before'))
  const ids =
    wanted.sort === 'packing'
      ? await listInPackingOrder(db, { filter, before, most })
      : await listOrderIds(db, { filter, after, most })
  return {
    orders: await loadOrders(db, ids),
    next: ids.length === most ? (ids.at(-1) ?? null) : null,
  }
}
