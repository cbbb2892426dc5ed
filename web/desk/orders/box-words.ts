import type { FarmDates } from '#contract/date-format.ts'
import type { Order } from '#contract/orders.ts'

export function formatBoxes(boxes: number): string {
  return boxes === 1 ? '1 box' : `${boxes} boxes`
}

const AND = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** `#1042 and #1051` */
export function formatNumbers(ids: readonly number[]): string {
  return AND.format(ids.map((id) => `#${id}`))
}

export function formatTogether(ids: readonly number[]): string {
  return `Packed together with ${formatNumbers(ids)}`
}

/** What the tick of handing over is called, at the stall and at the door. */
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
