import { isUnpaid } from '#contract/money/standing.ts'
import type { Order } from '#contract/orders/orders.ts'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'

export function UnpaidMark({ order }: { order: Order }) {
  if (!isUnpaid(order)) return null
  return <NotPaidMark balance={order.balance} className="mb-1.5" />
}
