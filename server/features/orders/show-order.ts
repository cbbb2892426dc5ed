import type { Selectable } from 'kysely'
import { z } from 'zod/mini'
import { toDollars } from '#contract/money/money.ts'
import type { OrderDetail, OrderEvent } from '#contract/orders/desk-orders.ts'
import { ORDER_STATUSES } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import type { AuditTable } from '#server/db/tables/admin.ts'
import type { Db } from '#server/db/tables.ts'
import { findPaymentOfOrder } from '#server/features/checkout/payment-record.ts'
import { refundableCents } from '#server/features/checkout/send-refunds.ts'
import { listTenders, showTender } from '#server/features/standing/order-balance.ts'
import { isErased } from './erase-queries.ts'
import { requireOrder } from './require-order.ts'
import { showChanges } from './show-changes.ts'

/** An order with its payment and everything that happened to it. @throws Refusal 'not-found' */
export async function showOrder(db: Db, id: number): Promise<OrderDetail> {
  const order = await requireOrder(db, id)
  const row = db.selectFrom('orders').select('revision').where('id', '=', id)
  const { revision } = await row.executeTakeFirstOrThrow()
  const refundIds = order.refunds.map((refund) => refund.id)
  const tenders = (await listTenders(db, [id])).get(id) ?? []
  return {
    ...order,
    revision,
    isErased: await isErased(db, id),
    changes: await showChanges(db, id),
    payment: await paymentOf(db, id),
    tenders: tenders.map(showTender),
    history: eventsOf(order, await listHistory(db, id, refundIds)),
  }
}

async function paymentOf(db: Db, orderId: number): Promise<OrderDetail['payment']> {
  const payment = await findPaymentOfOrder(db, orderId)
  if (!payment) return { provider: 'sandbox', reference: null, left: 0 }
  const { provider, intent_id: reference, state } = payment
  const left = state === 'captured' ? toDollars(await refundableCents(db, payment)) : 0
  return { provider, reference, left }
}

const nothing = { from: null, to: null, amount: null, reason: null }

function eventsOf(order: Order, rows: readonly HistoryRow[]): OrderEvent[] {
  const placed: OrderEvent = {
    ...nothing,
    at: order.createdAt,
    by: order.balance ? 'desk' : 'buyer',
    kind: 'placed',
    to: 'pending',
  }
  return [placed, ...rows.flatMap((row) => eventOf(order, row) ?? [])]
}

const statusChange = z.object({ status: z.enum(ORDER_STATUSES) })
const movedTo = z.object({ day: z.string(), place: z.string() })
const heldUntil = z.object({ until: z.string() })
const goodsChanged = z.object({
  ...{ refunded: z.number(), reason: z.string(), lines: z.array(z.unknown()) },
})
const contactChanged = z.object({ fields: z.array(z.string()) })
const refundGiven = z.object({ amount: z.number(), reason: z.string() })
const notedText = z.object({ note: z.string() })

function eventOf(
  order: Order,
  { action, subject, at, before, after }: HistoryRow,
): OrderEvent | null {
  const [from, into, refund] = [
    z.safeParse(statusChange, before),
    z.safeParse(statusChange, after),
    z.safeParse(refundGiven, after),
  ]
  if ((action === 'changed' || action === 'cancelled') && from.success && into.success)
    return {
      ...nothing,
      at,
      by: action === 'cancelled' ? 'buyer' : 'desk',
      kind: 'status',
      from: from.data.status,
      to: into.data.status,
    }
  if (action === 'undone' && from.success && into.success) {
    const statuses = { from: from.data.status, to: into.data.status }
    return { ...nothing, at, by: 'desk', kind: 'undone', ...statuses }
  }
  if (action === 'refunded' && refund.success)
    return {
      ...nothing,
      at,
      by: 'desk',
      kind: 'refund',
      amount: refund.data.amount,
      reason: refund.data.reason,
    }
  const noted = z.safeParse(notedText, after)
  if (action === 'noted' && noted.success)
    return { ...nothing, at, by: 'desk', kind: 'noted', reason: noted.data.note }
  if (action === 'retried') {
    const amount = order.refunds.find((one) => subject === `refund:${one.id}`)?.amount ?? null
    return { ...nothing, at, by: 'desk', kind: 'retry', amount }
  }
  const [change, moved] = [z.safeParse(goodsChanged, after), z.safeParse(movedTo, after)]
  const to = moved.success ? `${formatLongDay(moved.data.day)}, ${moved.data.place}` : ''
  if (action === 'goods-changed' && change.success) {
    const { refunded: amount, reason, lines } = change.data
    const kind = to && lines.length === 0 ? 'moved' : 'goods'
    const aside = kind === 'goods' && to ? [`for ${to}`] : [to]
    const why = [...aside, reason].filter(Boolean).join('. ')
    return { ...nothing, at, by: 'desk', kind, amount, reason: why }
  }
  if (action === 'moved' && to) return { ...nothing, at, by: 'desk', kind: 'moved', reason: to }
  const held = z.safeParse(heldUntil, after)
  if (action === 'kept' && held.success)
    return { ...nothing, at, by: 'desk', kind: 'kept', reason: formatLongDay(held.data.until) }
  if (action === 'given away') return { ...nothing, at, by: 'desk', kind: 'given_away' }
  const contact = z.safeParse(contactChanged, after)
  if (action === 'contact-changed' && contact.success) {
    const reason = formatList(contact.data.fields)
    return { ...nothing, at, by: 'desk', kind: 'contact', reason }
  }
  if (action === 'erased') return { ...nothing, at, by: 'desk', kind: 'erased' }
  return action === 'disputed' ? { ...nothing, at, by: 'bank', kind: 'dispute' } : null
}

type HistoryRow = Selectable<AuditTable>

function listHistory(db: Db, orderId: number, refundIds: readonly string[]): Promise<HistoryRow[]> {
  const subjects = [`order:${orderId}`, ...refundIds.map((id) => `refund:${id}`)]
  return db.selectFrom('audit').selectAll().where('subject', 'in', subjects).orderBy('id').execute()
}
