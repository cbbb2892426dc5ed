import { Gift, PackageCheck, Replace, UserRound } from 'lucide-react'
import type { FarmDates } from '#contract/date-format.ts'
import { IF_SHORT_LABELS } from '#contract/if-short.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { FarmNote } from './farm-note.tsx'

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

/** Beside a status that does not say it. */
export function PickedUpBadge({ order }: { order: Order }) {
  if (order.collectedAt === null || !ORDER_STATUS[order.status].isToPack) return null
  return (
    <Badge variant="default" className="first-letter:capitalize">
      {handedOver(order)}
    </Badge>
  )
}

/** Whose box it is to be, and how far it is; with the farm's own note, which is edited here. */
export function OrderBox({ order }: { order: Order }) {
  const dates = useFarmDates()
  return (
    <div className="grid grid-cols-1 content-start gap-2">
      {order.pickupName && (
        <p className="flex gap-2.5 text-lg leading-snug font-semibold wrap-anywhere">
          <UserRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
          Pickup by {order.pickupName}
        </p>
      )}
      {order.ifShort && (
        <p className="flex gap-2.5 leading-snug">
          <Replace aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
          {IF_SHORT_LABELS[order.ifShort]}
        </p>
      )}
      {order.isGift && (
        <p className="flex gap-2.5 leading-snug">
          <Gift aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
          Gift: no prices in the box
        </p>
      )}
      <p className="flex gap-2.5 leading-snug">
        <PackageCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bark-deep" />
        {formatBoxState(order, dates)}
      </p>
      {order.packedWith && <p className="font-semibold">{formatTogether(order.packedWith)}</p>}
      <FarmNote order={order} />
    </div>
  )
}
