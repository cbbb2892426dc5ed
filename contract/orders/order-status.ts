import { keysOf } from '../changed-fields.ts'

/** `hasLeft`: the goods left the farm. `isOver`: nothing more happens to them. */
type StatusEntry = { label: string; isToPack: boolean; hasLeft: boolean; isOver: boolean }

/** The farmer's statuses; any may follow any (specification, section 4). */
export const ORDER_STATUS = {
  pending: { label: 'Pending', isToPack: true, hasLeft: false, isOver: false },
  processing: { label: 'Processing', isToPack: true, hasLeft: false, isOver: false },
  shipped: { label: 'Shipped', isToPack: false, hasLeft: true, isOver: false },
  delivered: { label: 'Delivered', isToPack: false, hasLeft: true, isOver: true },
  cancelled: { label: 'Cancelled', isToPack: false, hasLeft: false, isOver: true },
} as const satisfies Record<string, StatusEntry>

export type OrderStatus = keyof typeof ORDER_STATUS
export const ORDER_STATUSES = keysOf(ORDER_STATUS)

export function isToPack(order: { status: OrderStatus; collectedAt: string | null }): boolean {
  return ORDER_STATUS[order.status].isToPack && order.collectedAt === null
}

export const ORDER_STATE = {
  ...ORDER_STATUS,
  'to-pack': { label: 'To pack' },
  'needs-attention': { label: 'Needs attention' },
  unpaid: { label: 'Not paid' },
} as const

export type OrderState = keyof typeof ORDER_STATE
export const ORDER_STATES = keysOf(ORDER_STATE)
