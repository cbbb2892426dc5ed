import { z } from 'zod/mini'
import type { OrderEvent } from '#contract/desk-orders.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { HistoryRow } from './order-history-queries.ts'

const nothing = { from: null, to: null, amount: null, reason: null }

export function eventsOf(order: Order, rows: readonly HistoryRow[]): OrderEvent[] {
  const placed: OrderEvent = { ...nothing, at: order.createdAt, by: 'buyer', kind: 'placed', to: 'pending' }
  return [placed, ...rows.flatMap((row) => eventOf(order, row) ?? [])]
}

const status = z.object({ status: z.enum(ORDER_STATUSES) })
const given = z.object({ amount: z.number(), reason: z.string() })

function eventOf(order: Order, { action, subject, at, before, after }: HistoryRow): OrderEvent | null {
  const [from, to, refund] = [z.safeParse(status, before), z.safeParse(status, after), z.safeParse(given, after)]
  if (action === 'changed' && from.success && to.success)
    return { ...nothing, at, by: 'desk', kind: 'status', from: from.data.status, to: to.data.status }
  if (action === 'refunded' && refund.success)
    return { ...nothing, at, by: 'desk', kind: 'refund', amount: refund.data.amount, reason: refund.data.reason }
  if (action === 'retried') {
    const amount = order.refunds.find((one) => subject === `refund:${one.id}`)?.amount ?? null
    return { ...nothing, at, by: 'desk', kind: 'retry', amount }
  }
  if (action === 'erased') return { ...nothing, at, by: 'desk', kind: 'erased' }
  return action === 'disputed' ? { ...nothing, at, by: 'bank', kind: 'dispute' } : null
}
