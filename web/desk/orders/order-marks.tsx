import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money/money.ts'
import { givenBackOf } from '#contract/money/refunds.ts'
import { isUnpaid } from '#contract/money/standing.ts'
import { isToPack, ORDER_STATUS } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import type { FarmDates } from '#contract/time/date-format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'
import { NotPaidMark } from '../shared/not-paid-mark.tsx'
import { paymentLabel } from './order-labels.ts'

/** What must be seen of an order in its one line of a list: money first, in words. */
export function OrderMarks({ order, saysTest }: { order: Order; saysTest: boolean }) {
  return (
    <>
      {isUnpaid(order) && (
        <Mark>
          <UnpaidMark order={order} className="px-1.5! py-0!" />
        </Mark>
      )}
      {order.disputedAt && <Mark look="text-beet">Disputed</Mark>}
      {order.refunds.some(({ state }) => state === 'failed') && (
        <Mark look="text-beet">A refund failed</Mark>
      )}
      {saysTest && <Mark>TEST</Mark>}
    </>
  )
}

function Mark({ look, children }: { look?: string; children: ReactNode }) {
  return (
    <span>
      <strong className={look}>{children}</strong>
      {' · '}
    </span>
  )
}

export function PaymentNote({ order }: { order: Order }) {
  if (isUnpaid(order)) return null
  if (order.paymentStatus !== 'partially_refunded') return <span>{paymentLabel(order)}</span>
  return (
    <>
      <Price amount={givenBackOf(order)} /> refunded
    </>
  )
}

export function PickedUpBadge({ order }: { order: Order }) {
  if (order.collectedAt === null || !ORDER_STATUS[order.status].isToPack) return null
  return (
    <Badge variant="default" className="first-letter:capitalize">
      {handedOver(order)}
    </Badge>
  )
}

/** Quiet while the goods are on the farm and can wait for the money. */
export function UnpaidMark({ order, className }: { order: Order; className?: string }) {
  if (!isUnpaid(order)) return null
  if (!order.balance || !isToPack(order))
    return <NotPaidMark balance={order.balance} className={className} />
  const due = `To pay ${formatMoney(order.balance.due)}`
  return <strong className="text-yolk-deep">{due}</strong>
}

export function handedOver({ deliveryMethod }: Pick<Order, 'deliveryMethod'>): string {
  return deliveryMethod === 'shipping' ? 'handed over' : 'picked up'
}

export function formatBoxState(order: Order, { formatMoment }: FarmDates): string {
  const { boxes, packedAt, collectedAt } = order
  return [
    formatBoxes(boxes),
    ...(packedAt ? [`packed ${formatMoment(packedAt)}`] : []),
    ...(collectedAt ? [`${handedOver(order)} ${formatMoment(collectedAt)}`] : []),
  ].join(' · ')
}
