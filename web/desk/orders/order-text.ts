import { formatBoxes } from '#contract/box-text.ts'
import { formatBriefDay } from '#contract/date-format.ts'
import { isToPack } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { seededPlace } from '#contract/seeded-facts.ts'
import { handedOver } from './box-text.ts'
import { goodsOf } from './order-labels.ts'

/** `Farmers market`, `Delivery` */
export function placeOf({ marketDay, deliveryMethod, pickupLocation }: Order): string {
  if (marketDay) return marketDay.placeName
  if (deliveryMethod === 'shipping') return 'Delivery'
  return (pickupLocation && seededPlace(pickupLocation)?.name) || pickupLocation || 'Pickup'
}

/** `Sat, Nov 28`; nothing where no day is known. */
export function dayOf({ marketDay, pickupDate }: Order): string | null {
  const day = marketDay?.day ?? pickupDate
  return day ? formatBriefDay(day) : null
}

/** `2 boxes, packed`, `6 items, note`: how far its box is, and what has to be read before it is packed. */
export function boxLabel(order: Order): string {
  const { boxes, packedAt, collectedAt, notes, farmNote, isGift, shippingAddress } = order
  const { count } = goodsOf(order)
  const isPacked = packedAt !== null
  return [
    isPacked ? formatBoxes(boxes) : count === 1 ? '1 item' : `${count} items`,
    ...(collectedAt !== null ? [handedOver(order)] : isPacked && isToPack(order) ? ['packed'] : []),
    ...(isGift ? ['gift'] : []),
    ...(notes || farmNote ? ['note'] : []),
    ...(shippingAddress ? [shippingAddress.zipCode] : []),
  ].join(', ')
}
