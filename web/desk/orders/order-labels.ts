import { formatBalance } from '#contract/orders/order-balance.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import type { Order, PaymentStatus } from '#contract/orders/orders.ts'
import { seededPlace, seededWindow } from '#contract/settings/seeded-facts.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { BadgeVariant } from '#web/ui/badge.tsx'

export function formatDestination(order: Order): { title: string; lines: string[] } {
  const { shippingAddress: to, pickupLocation, marketDay } = order
  const when = marketDay ? [`${formatDay(marketDay.day)}, ${formatHours(marketDay)}`] : []
  if (to) {
    const lines = [to.address, `${to.city}, ${to.state} ${to.zipCode}`, ...when]
    return { title: 'Deliver to', lines }
  }
  if (order.deliveryMethod === 'shipping') return { title: 'Delivery', lines: when }
  if (!pickupLocation) return { title: 'Pickup', lines: when }
  if (marketDay) return { title: `Pickup: ${marketDay.placeName}`, lines: when }
  return formatPickup(pickupLocation, order.pickupDate)
}

function formatPickup(location: string, day: string | null) {
  const place = seededPlace(location)
  if (!place) return { title: `Pickup: ${location}`, lines: day ? [formatDay(day)] : [] }
  const when = day ? `${formatDay(day)}, ${formatHours(place)}` : seededWindow(place)
  return { title: `Pickup: ${place.name}`, lines: [when] }
}

const PAYMENT_LABELS: Record<PaymentStatus, string> = {
  authorized: 'Held on the card, not yet taken',
  completed: 'Paid',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
  canceling: 'Being refunded',
  failed: 'Payment failed',
  unpaid: 'Not paid',
}

export function paymentLabel({ balance, paymentStatus }: Order): string {
  return balance ? formatBalance(balance) : PAYMENT_LABELS[paymentStatus]
}

/** Badge styles of the statuses (specification, section 4). */
export const STATUS_VARIANTS: Record<OrderStatus, BadgeVariant> = {
  pending: 'outline',
  processing: 'secondary',
  shipped: 'outline',
  delivered: 'default',
  cancelled: 'destructive',
}

export function countOrders(many: number): string {
  return many === 1 ? '1 order is' : `${many} orders are`
}
