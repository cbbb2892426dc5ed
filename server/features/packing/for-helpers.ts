import type { HandOverList, PackList } from '#contract/packing/packing-lists.ts'
import { isHelper } from '#server/core/caller.ts'
import { withoutContacts } from '#server/core/without-contacts.ts'

/**
 * The orders to pack as whoever calls may read them: a helper sees no amount, not whose email
 * address two orders share, and no address or number that stands in a note.
 */
export function packListFor(list: PackList): PackList {
  if (!isHelper()) return list
  const orders = list.orders.map(({ balance: _, sameBuyerAs: __, items, ...order }) => ({
    ...order,
    notes: order.notes && withoutContacts(order.notes),
    farmNote: order.farmNote && withoutContacts(order.farmNote),
    items: items.map(({ byWeight: ___, ...item }) => item),
  }))
  return { ...list, orders }
}

/** The orders to hand over: a helper sees that one is not paid, but not the amount. */
export function handOverListFor(list: HandOverList): HandOverList {
  if (!isHelper()) return list
  return { ...list, orders: list.orders.map(({ balance: _, ...order }) => order) }
}
