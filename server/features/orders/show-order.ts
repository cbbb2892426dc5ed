import type { Selectable } from 'kysely'
import { z } from 'zod/mini'
import { toDollars } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { OrderDetail, OrderEvent } from '#contract/orders/desk-orders.ts'
import type { OrderChange } from '#contract/orders/order-changes.ts'
import { ORDER_STATUSES } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { type DayWithPlace, listDaysWithPlaces } from '#server/features/calendar/choose-day.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { findPaymentOfOrder } from '#server/features/checkout/payment-record.ts'
import { type ChangeRow, listChanges } from '#server/features/order-balance/list-changes.ts'
import {
  capturedLeft,
  listTenders,
  showTender,
} from '#server/features/order-balance/order-balance.ts'
import { isNobody } from './erased-columns.ts'
import { findWithRow, noSuchOrder } from './order-queries.ts'

/** @throws Refusal 'not-found' */
export async function showOrder(db: Db, id: number): Promise<OrderDetail> {
  const { order, row } = (await findWithRow(db, { 'orders.id': id })) ?? noSuchOrder(id)
  const refundIds = order.refunds.map((refund) => refund.id)
  const tenders = (await listTenders(db, [id])).get(id) ?? []
  const payment = await findPaymentOfOrder(db, id)
  return {
    ...order,
    revision: row.revision,
    isErased: isNobody(row),
    changes: await showChanges(db, row),
    payment: {
      provider: payment?.provider ?? 'sandbox',
      reference: payment?.intent_id ?? null,
      left: toDollars(capturedLeft(row)),
    },
    tenders: tenders.map(showTender),
    history: eventsOf(order, await listHistory(db, id, refundIds)),
  }
}

type Told = Partial<OrderEvent> & Pick<OrderEvent, 'kind'>

const atDesk = { from: null, to: null, amount: null, reason: null, by: 'desk' } as const

function eventsOf(order: Order, rows: readonly HistoryRow[]): OrderEvent[] {
  const by = order.balance && !order.orderedOnline ? 'desk' : 'buyer'
  return [
    { ...atDesk, at: order.createdAt, by, kind: 'placed', to: 'pending' },
    ...rows.flatMap((row) => {
      const told = toldBy(order, row)
      return told ? { ...atDesk, at: row.at, ...told } : []
    }),
  ]
}

const statusChange = z.object({ status: z.enum(ORDER_STATUSES) })
const movedTo = z.object({ day: z.string(), place: z.string() })
const heldUntil = z.object({ until: z.string() })
const goodsChanged = z.object({
  refunded: z.number(),
  reason: z.string(),
  lines: z.array(z.unknown()),
  by: z.optional(z.literal('buyer')),
})
const contactChanged = z.object({ fields: z.array(z.string()) })
const refundGiven = z.object({ amount: z.number(), reason: z.string() })
const notedText = z.object({ note: z.string() })

function toldBy(order: Order, { action, subject, before, after }: HistoryRow): Told | null {
  const [from, to] = [z.safeParse(statusChange, before).data, z.safeParse(statusChange, after).data]
  const statuses = from && to && { from: from.status, to: to.status }
  if (action === 'changed') return statuses ? { kind: 'status', ...statuses } : null
  if (action === 'cancelled') return statuses ? { kind: 'status', by: 'buyer', ...statuses } : null
  if (action === 'undone') return statuses ? { kind: 'undone', ...statuses } : null
  if (action === 'refunded') {
    const { data } = z.safeParse(refundGiven, after)
    return data ? { kind: 'refund', amount: data.amount, reason: data.reason } : null
  }
  if (action === 'noted') {
    const { data } = z.safeParse(notedText, after)
    return data ? { kind: 'noted', reason: data.note } : null
  }
  if (action === 'retried') {
    const refund = order.refunds.find((one) => subject === `refund:${one.id}`)
    return { kind: 'retry', amount: refund?.amount ?? null }
  }
  const { data: moved } = z.safeParse(movedTo, after)
  const where = moved ? `${formatLongDay(moved.day)}, ${moved.place}` : ''
  if (action === 'moved') return where ? { kind: 'moved', reason: where } : null
  if (action === 'goods-changed') {
    const { data } = z.safeParse(goodsChanged, after)
    if (!data) return null
    const kind = where && data.lines.length === 0 ? 'moved' : 'goods'
    const aside = kind === 'goods' && where ? [`for ${where}`] : [where]
    const reason = [...aside, data.reason].filter(Boolean).join('. ')
    return { kind, amount: data.refunded, reason, ...(data.by ? { by: data.by } : {}) }
  }
  if (action === 'kept') {
    const { data } = z.safeParse(heldUntil, after)
    return data ? { kind: 'kept', reason: formatLongDay(data.until) } : null
  }
  if (action === 'contact-changed') {
    const { data } = z.safeParse(contactChanged, after)
    return data ? { kind: 'contact', reason: formatList(data.fields) } : null
  }
  if (action === 'given away') return { kind: 'given_away' }
  if (action === 'erased') return { kind: 'erased' }
  return action === 'disputed' ? { kind: 'dispute', by: 'bank' } : null
}

type HistoryRow = Selectable<Tables['audit']>

function listHistory(db: Db, orderId: number, refundIds: readonly string[]): Promise<HistoryRow[]> {
  const subjects = [`order:${orderId}`, ...refundIds.map((id) => `refund:${id}`)]
  return db.selectFrom('audit').selectAll().where('subject', 'in', subjects).orderBy('id').execute()
}

export async function showChanges(db: Db, order: OrderRow): Promise<OrderChange[]> {
  const changes = (await listChanges(db, [order.id])).get(order.id) ?? []
  const dayIds = changes.flatMap(({ to_day_id }) => to_day_id ?? [])
  const days = await listDaysWithPlaces(db, dayIds)
  return changes.map((change) => ({ ...showChange(change, days), ...ofCard(order) }))
}

/** Without a card nothing is refunded or forgone; it just isn't due anymore. */
export function ofCard({ payment_method }: OrderRow) {
  return payment_method === 'card' ? {} : { refunded: 0, forgone: 0 }
}

function showChange(change: ChangeRow, days: readonly DayWithPlace[]): OrderChange {
  const to = days.find(({ id }) => id === change.to_day_id)
  return {
    ...showAmounts(change),
    reason: change.reason,
    movedTo: to ? { day: to.day, placeName: to.place.name } : null,
    at: change.at,
  }
}

type Amounts = Pick<ChangeRow, 'delivery_cents' | 'refunded_cents' | 'forgone_cents'> & {
  lines: readonly Omit<ChangeRow['lines'][number], 'change_id'>[]
}

export function showAmounts(change: Amounts) {
  return {
    lines: change.lines.map((line) => ({
      productId: line.product_id,
      name: line.name,
      units: line.units,
      amount: dollarsOf(line.cents),
      goods: line.goods,
    })),
    deliveryFee: dollarsOf(change.delivery_cents),
    refunded: dollarsOf(change.refunded_cents),
    forgone: dollarsOf(change.forgone_cents),
  }
}
