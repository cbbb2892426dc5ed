import type { NoShowDecision, NoShowDraft } from '#contract/market/no-shows.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import {
  type OrderRow,
  raiseRevision,
  updateOrder,
} from '#server/features/checkout/order-record.ts'
import type { PaymentRow } from '#server/features/checkout/payment-record.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { noteCalls } from '#server/features/orders/calls.ts'
import { endOrder } from '#server/features/orders/end-order.ts'
import { lockDays, moveOrder } from '#server/features/orders/move-order.ts'
import type { NoShowPlan } from './check-no-show.ts'

type Apply = {
  order: OrderRow
  payment: PaymentRow | null
  draft: NoShowDraft
  plan: NoShowPlan
  at: Date
}

/** Does what was decided, and writes it down; answers the order's new revision. */
export async function applyNoShow(tx: Db, emit: Emit, apply: Apply): Promise<number> {
  const { order, draft, plan, at } = apply
  await DECISIONS[draft.decision](tx, emit, apply)
  await tx
    .insertInto('no_shows')
    .values({
      ...{ id: draft.id, order_id: order.id, market_day_id: plan.day.id },
      ...{ decision: draft.decision, keep_until: draft.keepUntil ?? null },
      ...{ to_day_id: plan.to?.id ?? null, message: draft.message, at: at.toISOString() },
    })
    .execute()
  emit({ kind: 'orders', orderId: order.id })
  const row = tx.selectFrom('orders').select('revision').where('id', '=', order.id)
  return (await row.executeTakeFirstOrThrow()).revision
}

type ApplyDecision = (tx: Db, emit: Emit, apply: Apply) => Promise<void>

const DECISIONS: Record<NoShowDecision, ApplyDecision> = {
  keep: holdOrder,
  next_day: moveToNextDay,
  give_away: giveAway,
  cancel: cancelOrder,
}

async function holdOrder(tx: Db, _: Emit, apply: Apply): Promise<void> {
  await notifyBuyer(tx, apply)
  await raiseRevision(tx, apply.order.id)
  await record(tx, apply, 'kept', { until: apply.draft.keepUntil })
}

/** As the farm's move, but that nobody who did not come may take the money back by it. */
async function moveToNextDay(tx: Db, emit: Emit, apply: Apply): Promise<void> {
  const { order, draft, plan, at } = apply
  const { day: from, to, hasMail } = plan
  if (!to) return
  await lockDays(tx, order, to.id)
  const { id: operation, message } = draft
  const isTold = message !== ''
  const { id: orderId, revision } = order
  const move = { orderId, from, to, revision, operation, message, isTold, hasMail, at }
  await moveOrder(tx, emit, move)
  await tx.updateTable('orders').set({ cancel_until: null }).where('id', '=', orderId).execute()
  emit({ kind: 'days' })
}

/** The goods are gone, and what was paid stays. */
async function giveAway(tx: Db, emit: Emit, apply: Apply): Promise<void> {
  const { order, at } = apply
  await notifyBuyer(tx, apply)
  await updateOrder(tx, order.id, { status: 'delivered' }, at)
  await raiseRevision(tx, order.id)
  await record(tx, apply, 'given away', { status: 'delivered' })
  emit({ kind: 'days' })
}

async function cancelOrder(tx: Db, emit: Emit, apply: Apply): Promise<void> {
  const { order, payment, draft, at } = apply
  const { goods = 'sellable', message } = draft
  const why = message ? { reason: message } : {}
  await endOrder(tx, emit, { order, payment, goods, by: 'desk', at, ...why })
}

function record(
  tx: Db,
  { order, plan, at }: Apply,
  action: 'kept' | 'given away',
  more: object,
): Promise<void> {
  const { day, place } = plan.day
  const after = { day, place: place.name, ...more }
  const before = { status: order.status }
  return recordChange(tx, { action, subject: `order:${order.id}`, before, after }, at)
}

/** The day is over, so there is no end to the mail's worth. */
async function notifyBuyer(tx: Db, { order, draft, plan, at }: Apply): Promise<void> {
  const { id: about, message } = draft
  if (message === '') return
  const call = { about, kind: 'message', market_day_id: plan.day.id, message } as const
  if (!plan.notifiesBuyer) return noteCalls(tx, [order.id], call, at)
  const what = { queue: 'days', kind: 'day_message', about } as const
  const whom = { order_id: order.id, recipient: order.customer_email }
  const mail = { ...what, ...whom, market_day_id: plan.day.id, message }
  await queueMails(tx, [{ ...mail, not_after: null }], at)
}
