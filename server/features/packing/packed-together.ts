import { mailboxKey } from '#contract/mail/mail-address.ts'
import type { Box } from './box-queries.ts'

type Together = { packedWith?: number[]; sameBuyerAs?: number }

export function listPackedTogether(boxes: readonly Box[]): Map<number, Together> {
  const byId = new Map(boxes.map(({ order }) => [order.id, order]))
  const together = new Map<number, Together>(boxes.map(({ order }) => [order.id, {}]))
  const join = (id: number, other: number) => {
    const own = together.get(id)
    if (own) own.packedWith = [...(own.packedWith ?? []), other].sort((a, b) => a - b)
  }
  for (const { order } of boxes) {
    const first = byId.get(order.packed_with ?? 0)
    if (first?.market_day_id !== order.market_day_id) continue
    join(order.id, first.id)
    join(first.id, order.id)
  }
  for (const own of listBuyers(boxes)) {
    const [first, ...later] = own.map(({ order }) => order.id).sort((a, b) => a - b)
    for (const id of later)
      if (!together.get(id)?.packedWith) together.set(id, { sameBuyerAs: first ?? id })
  }
  return together
}

function listBuyers(boxes: readonly Box[]): Box[][] {
  const known = boxes.filter(({ order }) => order.customer_email !== '')
  const buyerOf = ({ order }: Box) => `${order.market_day_id} ${mailboxKey(order.customer_email)}`
  return [...Map.groupBy(known, buyerOf).values()]
}
