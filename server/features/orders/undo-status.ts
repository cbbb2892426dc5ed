import { z } from 'zod/mini'
import type { ChangedStatuses } from '#contract/orders/desk-orders.ts'
import { ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'
import { recordChange } from '#server/core/audit.ts'
import { impossible, Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { refundableCents } from '#server/features/checkout/send-refunds.ts'
import { overrule } from '#server/features/order-balance/gives-and-packs.ts'
import type { Shop } from '#server/shop.ts'
import { changeEach, endOrder } from './change-order-status.ts'
import { type LockedOrder, lockOrderAndPayment } from './order-queries.ts'

/** Each order on its own; a second undo does nothing. Stock moves back, money and mail never. */
export function undoStatuses(
  shop: Shop,
  { ids, status }: { ids: readonly number[]; status: OrderStatus },
): Promise<ChangedStatuses> {
  return changeEach(shop, ids, (id) =>
    write(shop.db, (tx, emit) => undoStatus(tx, emit, { id, status, at: shop.now() })),
  )
}

type Undo = { id: number; status: OrderStatus; at: Date }

/** @throws Refusal 'not-found', 'changed-meanwhile', 'change-impossible' */
async function undoStatus(tx: Db, emit: Emit, { id, status, at }: Undo): Promise<void> {
  const { order, payment } = await lockOrderAndPayment(tx, id, at)
  if (status === 'cancelled')
    throw impossible(
      `Order #${id} was canceled, and its buyer was told or refunded. Set its status instead.`,
    )
  const [last, before] = await listStatuses(tx, id)
  if (last?.isUndo && last.from === status && last.to === order.status) return
  if (order.status !== status || last?.to !== status || last.isBeside) throw statusConflict(order)
  if (last.from === 'cancelled') {
    await cancelAgain(tx, emit, { order, payment }, at)
    return
  }
  const processed_by_packing = last.from === 'processing' && before?.isBeside === true
  const back = { status: last.from, processed_by_packing, status_before_given: null }
  await tx.updateTable('orders').set(back).where('id', '=', id).execute()
  await overrule(tx, id, at)
  const [was, is] = [{ status }, { status: last.from }]
  await recordChange(tx, { action: 'undone', subject: `order:${id}`, before: was, after: is }, at)
  emit({ kind: 'orders', orderId: id })
}

async function cancelAgain(tx: Db, emit: Emit, { order, payment }: LockedOrder, at: Date) {
  if (payment?.state === 'captured' && (await refundableCents(tx, payment)) > 0)
    throw impossible(
      `Order #${order.id} still has money to refund. Please cancel it by its status.`,
    )
  const its = { order, payment, goods: 'sellable', by: 'desk', isUndo: true, at } as const
  await endOrder(tx, emit, its)
}

function statusConflict({ id, status }: LockedOrder['order']): Refusal {
  const { label } = ORDER_STATUS[status]
  return new Refusal(
    'changed-meanwhile',
    `Order #${id} was changed meanwhile and stays ${label.toLowerCase()}.`,
  )
}

/** `isBeside`: the status changed as a side effect, for example of packing. */
type StatusEntry = { from: OrderStatus; to: OrderStatus; isBeside: boolean; isUndo: boolean }

const withStatus = z.looseObject({ status: z.enum(ORDER_STATUSES) })

const MOST = 50

async function listStatuses(tx: Db, id: number): Promise<StatusEntry[]> {
  const rows = await tx
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('subject', '=', `order:${id}`)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.flatMap((row) => {
    const [from, to] = [z.safeParse(withStatus, row.before), z.safeParse(withStatus, row.after)]
    if (!from.success || !to.success) return []
    const isBeside = Object.keys(to.data).length > 1
    const isUndo = row.action === 'undone'
    return [{ from: from.data.status, to: to.data.status, isBeside, isUndo }]
  })
}
