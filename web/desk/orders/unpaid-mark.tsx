import type { Order } from '#contract/orders.ts'
import { isUnpaid } from '#contract/standing.ts'

export function UnpaidMark({ order }: { order: Order }) {
  if (!isUnpaid(order)) return null
  return (
    <strong className="mb-1.5 inline-block rounded-md bg-beet px-2.5 py-0.5 tracking-wide whitespace-nowrap text-white">
      NOT PAID
    </strong>
  )
}
