import { givenBackOf } from '#contract/money/refunds.ts'
import { isUnpaid } from '#contract/money/standing.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Price } from '#web/ui/price.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { handedOver } from './box-text.ts'
import { paymentLabel } from './order-labels.ts'
import { UnpaidMark } from './unpaid-mark.tsx'

const TIGHT = 'px-2 py-0'

export function OrderMarks({ order }: { order: Order }) {
  return (
    <>
      <PickedUpBadge order={order} />
      <UnpaidMark order={order} />
      {order.disputedAt && (
        <Badge variant="destructive" className={TIGHT}>
          Disputed
        </Badge>
      )}
      {order.refunds.some(({ state }) => state === 'failed') && (
        <Badge variant="destructive" className={TIGHT}>
          A refund failed
        </Badge>
      )}
      {order.testMode && <TestBadge />}
    </>
  )
}

/** How it stands with its money; nothing where the mark of an unpaid one says it. */
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
