import type { Order } from '#contract/orders/orders.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import type { FarmDates } from '#contract/time/date-format.ts'

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
