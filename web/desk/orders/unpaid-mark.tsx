import { isUnpaid } from '#contract/money/standing.ts'
import type { Order } from '#contract/orders/orders.ts'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { moneyMark } from './order-marks.tsx'

export function UnpaidMark({ order }: { order: Order }) {
  if (!isUnpaid(order)) return null
  const { text, look } = moneyMark(order)
  if (look === 'text-beet') return <NotPaidMark balance={order.balance} className="mb-1.5" />
  return <strong className={look}>{text}</strong>
}
