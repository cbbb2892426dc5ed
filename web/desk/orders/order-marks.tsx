import { formatDollars, toCents } from '#contract/money/money.ts'
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

type Mark = { text: string; look: 'text-beet' | 'text-yolk-deep' | 'text-bark-deep' }

/** What must be seen of an order in its one line of a list: money first, in words. */
function marksOf(order: Order, saysTest: boolean): Mark[] {
  const loud = (text: string): Mark => ({ text, look: 'text-beet' })
  const isFailed = order.refunds.some(({ state }) => state === 'failed')
  return [
    ...(isUnpaid(order) ? [moneyMark(order)] : []),
    ...(order.disputedAt ? [loud('Disputed')] : []),
    ...(isFailed ? [loud('A refund failed')] : []),
    ...(saysTest ? [{ text: 'TEST', look: 'text-bark-deep' } as const] : []),
  ]
}

/** Quiet while the goods are on the farm and can wait for the money. */
function moneyMark(order: Order): Mark {
  if (!order.balance) return { text: 'NOT PAID', look: 'text-beet' }
  const due = formatDollars(toCents(order.balance.due))
  return isToPack(order)
    ? { text: `To pay ${due}`, look: 'text-yolk-deep' }
    : { text: `NOT PAID ${due}`, look: 'text-beet' }
}

export function OrderMarks({ order, saysTest }: { order: Order; saysTest: boolean }) {
  return marksOf(order, saysTest).map(({ text, look }) => (
    <span key={text}>
      <strong className={look}>{text}</strong>
      {' · '}
    </span>
  ))
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

export function UnpaidMark({ order }: { order: Order }) {
  if (!isUnpaid(order)) return null
  const { text, look } = moneyMark(order)
  if (look === 'text-beet') return <NotPaidMark balance={order.balance} className="mb-1.5" />
  return <strong className={look}>{text}</strong>
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
