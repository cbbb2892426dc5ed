import { cents, sum, toCents, toDollars } from '#contract/money/money.ts'
import type { Order } from '#contract/orders/orders.ts'

/** `order`: as a row shows it, with the others in its box; `first`: as it is. */
export type Box = { order: Order; first: Order; others: readonly Order[] }

/** One row for a box: what was added to an order stands with it where both are listed. */
export function listBoxes(orders: readonly Order[]): Box[] {
  const byId = new Map(orders.map((order) => [order.id, order]))
  return orders.flatMap((order) => {
    const others = (order.packedWith ?? []).flatMap((id) => byId.get(id) ?? [])
    return others.some(({ id }) => id < order.id) ? [] : [asBox(order, others)]
  })
}

/** Items, total and what is due of all of them; number, customer and status are the first's. */
function asBox(first: Order, others: readonly Order[]): Box {
  if (others.length === 0) return { order: first, first, others }
  const all = [first, ...others]
  const due = sum(...all.map(({ balance }) => toCents(Math.max(0, balance?.due ?? 0))))
  const total = sum(...all.map((order) => toCents(order.total)))
  const paid = toDollars(cents(total - due))
  const isDue = due > 0 && first.status !== 'cancelled'
  const order: Order = {
    ...first,
    total: toDollars(total),
    items: all.flatMap(({ items }) => items),
    boxes: Math.max(...all.map(({ boxes }) => boxes)),
    packedAt: all.every(({ packedAt }) => packedAt !== null) ? first.packedAt : null,
    collectedAt: all.every(({ collectedAt }) => collectedAt !== null) ? first.collectedAt : null,
    ...(isDue
      ? {
          paymentStatus: 'unpaid' as const,
          balance: { worth: toDollars(total), paid, due: toDollars(due), ways: [] },
        }
      : {}),
  }
  return { order, first, others }
}
