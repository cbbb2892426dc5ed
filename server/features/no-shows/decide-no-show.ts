import type { DecidedNoShow, NoShowDecision, NoShowDraft } from '#contract/market/no-shows.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { recordChange } from '#server/core/audit.ts'
import { requireFreshSignIn } from '#server/core/caller.ts'
import { impossible, invalidField } from '#server/core/refusal.ts'
import { type Db, type Emit, snapshot, write } from '#server/db/write.ts'
import { type DayWithPlace, findDay, hasRoom } from '#server/features/calendar/choose-day.ts'
import { overLimitsOf } from '#server/features/calendar/day-limits.ts'
import {
  hasLeft,
  type OrderRow,
  raiseRevision,
  updateOrder,
} from '#server/features/checkout/order-record.ts'
import { findPaymentOfOrder } from '#server/features/checkout/payment-record.ts'
import { setPickupBuyer } from '#server/features/checkout/pickup-buyers.ts'
import { refundableCents } from '#server/features/checkout/send-refunds.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMailsLater } from '#server/features/mail/send-mails.ts'
import { noteCalls } from '#server/features/orders/calls.ts'
import { endOrder, giveMoneyBack } from '#server/features/orders/change-order-status.ts'
import { lockDays, moveOrder } from '#server/features/orders/move-order.ts'
import {
  type LockedOrder,
  lockOrderAndPayment,
  orderCancelled,
  requireOrderRow,
  requireRevision,
} from '#server/features/orders/order-queries.ts'
import { checkTarget } from '#server/features/orders/plan-closing.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { requireReports } from './unheard-phones.ts'

/** @throws Refusal as `decideNoShow` does */
export function previewNoShow(shop: Shop, id: number, draft: NoShowDraft): Promise<DecidedNoShow> {
  return snapshot(shop.db, async (db) => {
    const order = await requireOrderRow(db, id)
    const payment = await findPaymentOfOrder(db, id)
    const plan = await planFor(db, { order, payment, draft, shop })
    const overLimits = plan.to ? await overLimitsOf(db, plan.to.id, [id]) : []
    const shown = { ...show(plan, order), isDecided: false }
    return overLimits.length > 0 ? { ...shown, overLimits } : shown
  })
}

/**
 * Decides once about an order nobody picked up. Only canceling it refunds money.
 * @throws Refusal 'not-found', 'order-cancelled', 'change-impossible', 'changed-meanwhile',
 * 'invalid', 'phones-unheard'
 */
export async function decideNoShow(
  shop: Shop,
  id: number,
  draft: NoShowDraft & { revision: number },
): Promise<DecidedNoShow> {
  const { answer, paymentId } = await write(shop.db, async (tx, emit) => {
    const { order, payment } = await lockOrderAndPayment(tx, id, shop.now())
    const { revision } = order
    const again = { isDecided: true, revision, refunded: 0, most: null, notifiesBuyer: false }
    if (await findDecision(tx, order, draft)) return { answer: again, paymentId: payment?.id }
    requireRevision(order, draft.revision)
    if (draft.decision === 'cancel' && payment) requireFreshSignIn()
    const plan = await planFor(tx, { order, payment, draft, shop })
    const decided = await applyNoShow(tx, emit, { order, payment, draft, plan, at: shop.now() })
    const answer = { ...show(plan, order), isDecided: true, revision: decided }
    return { answer, paymentId: payment?.id }
  })
  if (draft.decision === 'cancel' && paymentId) await giveMoneyBack(shop, paymentId)
  shop.sendMails()
  sendDayMailsLater(shop)
  return answer
}

type Deciding = LockedOrder & { draft: NoShowDraft; shop: Shop }

async function planFor(db: Db, { order, payment, draft, shop }: Deciding): Promise<NoShowPlan> {
  const at = shop.now()
  const day = await checkIsMissed(db, order, at)
  await requireReports(db, day.id)
  if (draft.keepUntil) checkKeepUntil(draft.keepUntil, at, await readTimeZone(db))
  const to = draft.moveTo ? await findDay(db, draft.moveTo) : null
  if (draft.moveTo) checkTarget({ dayId: day.id, kind: 'pickup' }, to, at)
  const isCaptured = draft.decision === 'cancel' && payment?.state === 'captured'
  const refunded = isCaptured ? await refundableCents(db, payment) : 0
  const hasMail = shop.mail !== null
  const canNotify = hasMail && order.customer_email !== ''
  // A canceled order's own mail goes out with or without a message from the farmer.
  const notifiesBuyer = canNotify && (draft.decision === 'cancel' || draft.message !== '')
  return { day, to, refunded, hasMail, notifiesBuyer }
}

function show({ to, refunded, notifiesBuyer }: NoShowPlan, { revision }: OrderRow) {
  const most = to && !hasRoom(to) ? to.taken + 1 : null
  return { revision, refunded: dollarsOf(refunded), most, notifiesBuyer }
}

type Apply = LockedOrder & { draft: NoShowDraft; plan: NoShowPlan; at: Date }

async function applyNoShow(tx: Db, emit: Emit, apply: Apply): Promise<number> {
  const { order, draft, plan, at } = apply
  await DECISIONS[draft.decision](tx, emit, apply)
  if (draft.refusesPickupPay && order.customer_email !== '') {
    const note = `Order #${order.id} was not picked up.`
    await setPickupBuyer(tx, { email: order.customer_email, trust: 'refused', note }, at)
  }
  await tx
    .insertInto('no_shows')
    .values({
      id: draft.id,
      order_id: order.id,
      market_day_id: plan.day.id,
      decision: draft.decision,
      keep_until: draft.keepUntil ?? null,
      to_day_id: plan.to?.id ?? null,
      message: draft.message,
      at: at.toISOString(),
    })
    .execute()
  emit({ kind: 'orders', orderId: order.id })
  const row = tx.selectFrom('orders').select('revision').where('id', '=', order.id)
  return (await row.executeTakeFirstOrThrow()).revision
}

const DECISIONS: Record<NoShowDecision, (tx: Db, emit: Emit, apply: Apply) => Promise<void>> = {
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

/** Like a move by the farm, except that a no-show gains no right to cancel for a refund. */
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
  const reason = message || undefined
  await endOrder(tx, emit, { order, payment, goods, by: 'desk', reason, at })
}

function record(tx: Db, { order, plan, at }: Apply, action: 'kept' | 'given away', more: object) {
  const { day, place } = plan.day
  const after = { day, place: place.name, ...more }
  const before = { status: order.status }
  return recordChange(tx, { action, subject: `order:${order.id}`, before, after }, at)
}

/** The day is over, so the mail never expires. */
async function notifyBuyer(tx: Db, { order, draft, plan, at }: Apply): Promise<void> {
  const { id: about, message } = draft
  if (message === '') return
  const call = { about, kind: 'message', market_day_id: plan.day.id, message } as const
  if (!plan.notifiesBuyer) return noteCalls(tx, [order.id], call, at)
  const what = { kind: 'day_message', about } as const
  const whom = { order_id: order.id, recipient: order.customer_email }
  const mail = { ...what, ...whom, market_day_id: plan.day.id, message }
  await queueMails(tx, [{ ...mail, not_after: null }], at)
}

type NoShowPlan = {
  day: DayWithPlace
  to: DayWithPlace | null
  refunded: number
  hasMail: boolean
  notifiesBuyer: boolean
}

const MAX_DAYS = 60

/** The day the order was missed. @throws Refusal 'order-cancelled', 'change-impossible' */
async function checkIsMissed(db: Db, order: OrderRow, at: Date): Promise<DayWithPlace> {
  const { id, status, market_day_id } = order
  if (status === 'cancelled') throw orderCancelled(id)
  if (hasLeft(order) || !ORDER_STATUS[status].isToPack)
    throw impossible(`Order #${id} has already left the farm.`)
  const day = market_day_id === null ? null : await findDay(db, market_day_id)
  if (day?.place.kind !== 'pickup' || day.state !== 'open')
    throw impossible(`Order #${id} is not waiting at a market or a store.`)
  if (day.closes_at > at.toISOString())
    throw impossible(`Order #${id} can still be picked up today or later.`)
  return day
}

/** @throws Refusal 'invalid' */
function checkKeepUntil(keepUntil: string, at: Date, timeZone: string): void {
  const today = farmDayOf(at.toISOString(), timeZone)
  const last = today.add({ days: MAX_DAYS }).toString()
  if (keepUntil >= today.toString() && keepUntil <= last) return
  const message = `Please choose a day from today on, at most ${MAX_DAYS} days ahead.`
  throw invalidField('keepUntil', message)
}

/** Whether it was already made. @throws Refusal 'change-impossible' if a different one was */
async function findDecision(tx: Db, order: OrderRow, draft: NoShowDraft): Promise<boolean> {
  const row = tx.selectFrom('no_shows').selectAll().where('id', '=', draft.id)
  const known = await row.executeTakeFirst()
  if (!known) return false
  const { decision, keepUntil = null, moveTo = null, message } = draft
  const isSame =
    known.order_id === order.id &&
    known.decision === decision &&
    known.keep_until === keepUntil &&
    known.to_day_id === moveTo &&
    known.message === message
  if (isSame) return true
  throw impossible('This was already saved as another decision. Please look at the order.', 'id')
}
