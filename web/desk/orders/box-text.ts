import { formatBoxes } from '#contract/box-text.ts'
import type { FarmDates } from '#contract/date-format.ts'
import type { Order } from '#contract/orders.ts'

export function handedOver({ deliveryMethod }: Pick<Order, 'deliveryMethod'>): string {
  return deliveryMethod === 'shipping' ? 'handed over' : 'picked up'
}

/** `2 boxes · packed Nov 28, 8:02 AM · picked up Nov 28, 10:14 AM` */
export function formatBoxState(order: Order, { formatMoment }: FarmDates): string {
  const { boxes, packedAt, collectedAt } = order
  return [
    formatBoxes(boxes),
    ...(packedAt ? [`packed ${formatMoment(packedAt)}`] : []),
    ...(collectedAt ? [`${handedOver(order)} ${formatMoment(collectedAt)}`] : []),
  ].join(' · ')
}
