import { isToPack } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { isUnpaid } from '#contract/standing.ts'

/** The one thing that comes next with an order; `open` is a look at it. */
export const NEXT_STEPS = {
  pack: 'Pack',
  'hand-out': 'Hand out',
  ship: 'On its way',
  deliver: 'Delivered',
  'take-payment': 'Take payment',
  open: 'Open',
} as const
export type NextStep = keyof typeof NEXT_STEPS

/** `today`: the farm's day. From its own day on an order is handed out, packed or not. */
export function nextStepOf(order: Order, today: string | undefined): NextStep {
  if (order.status === 'shipped') return isUnpaid(order) ? 'open' : 'deliver'
  if (!isToPack(order)) return 'open'
  const isDue = today !== undefined && order.marketDay !== null && order.marketDay.day <= today
  if (order.packedAt === null && !isDue) return 'pack'
  if (isUnpaid(order)) return order.balance ? 'take-payment' : 'open'
  return order.deliveryMethod === 'shipping' ? 'ship' : 'hand-out'
}
