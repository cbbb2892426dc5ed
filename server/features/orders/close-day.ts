import type { ClosedDay } from '#contract/calendar/market-day-changes.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, snapshot, write } from '#server/db/write.ts'
import { lockCalendar } from '#server/features/calendar/calendar-queries.ts'
import { changeOfDay } from '#server/features/calendar/choose-day.ts'
import { lockDay } from '#server/features/calendar/day-room.ts'
import { RAISED } from '#server/features/calendar/fill-days.ts'
import { sendDayMailsLater } from '#server/features/mail/send-mails.ts'
import type { Shop } from '#server/shop.ts'
import { listCallsAbout } from './calls.ts'
import { changeOrderStatuses } from './change-order-status.ts'
import { listUnsettled } from './day-orders.ts'
import { inOrder, moveOrder } from './move-order.ts'
import { lockOrderAndPayment } from './order-queries.ts'
import {
  type Closing,
  type ClosingPlan,
  decisionOf,
  hashOfClosing,
  makeNewDays,
  planChanged,
  planClosing,
  planOfOperation,
  revisionOf,
} from './plan-closing.ts'

/**
 * Closes a market day, or several places on one date, and moves their orders in one transaction,
 * all or none; then cancels the rest if asked.
 * @throws Refusal 'not-found', 'plan-changed', 'invalid'
 */
export async function closeDay(
  shop: Shop,
  dayId: number,
  closing: Closing & { confirm: string },
): Promise<ClosedDay> {
  const at = shop.now()
  const { plan, refused } = await write(shop.db, async (tx, emit) => {
    // Serializes double clicks and calendar changes.
    await lockCalendar(tx)
    emit({ kind: 'days' })
    const begun = await planOfOperation(tx, dayId, closing)
    const plan = begun ?? (await begin(tx, dayId, closing, at))
    const refused = await moveAll(tx, emit, plan, { ...closing, shop, at })
    if (!begun) await markClosed(tx, plan, { ...closing, dayId, at })
    return { plan, refused }
  })
  if (closing.cancelRest)
    for (const place of plan) refused.push(...(await cancelRest(shop, place, closing)))
  if (closing.moveTo !== null) sendDayMailsLater(shop)
  return snapshot(shop.db, async (db) => ({
    ...(await countOutcome(db, plan, refused)),
    toCall: (await listCallsAbout(db, closing.id)).map((call) => ({ ...call, id: call.orderId })),
  }))
}

async function begin(tx: Db, dayId: number, closing: Closing & { confirm: string }, at: Date) {
  await lockPlan(tx, await planClosing(tx, dayId, closing, at), at)
  const seen = await planClosing(tx, dayId, closing, at)
  if (hashOfClosing(seen, closing) !== closing.confirm) throw planChanged()
  return makeNewDays(tx, seen)
}

type Marking = Closing & { dayId: number; at: Date }

async function markClosed(tx: Db, plan: ClosingPlan, { dayId, at, ...closing }: Marking) {
  const { id: operation, cancelRest } = closing
  const decision = decisionOf(dayId, closing)
  for (const { from, to, orders } of plan) {
    const message = closing.message || from.message
    // Marked as set by hand, so that no rule reopens it.
    await tx
      .updateTable('market_days')
      .set({ state: 'closed', message, by_hand: true, ...RAISED })
      .where('id', '=', from.id)
      .execute()
    const moveTo = to?.id ?? null
    const seenOrders = orders.map(revisionOf)
    const after = { operation, decision, message, moveTo, cancelRest, orders: seenOrders }
    const before = { state: from.state, message: from.message }
    await recordChange(tx, changeOfDay(from, { action: 'closed', before, after }), at)
  }
}

/** Locks orders by ID, then days by ID, like all other code. */
async function lockPlan(tx: Db, plan: ClosingPlan, at: Date): Promise<void> {
  const orders = plan.flatMap((place) => (place.to || place.newDay ? place.orders : []))
  for (const id of inOrder(orders.map((order) => order.id))) await lockOrderAndPayment(tx, id, at)
  const days = plan.flatMap(({ from, to }) => (to ? [from.id, to.id] : [from.id]))
  for (const id of inOrder(days)) await lockDay(tx, id)
}

type Refused = ClosedDay['refused']

async function moveAll(
  tx: Db,
  emit: Emit,
  plan: ClosingPlan,
  { id: operation, message, shop, at }: Closing & { shop: Shop; at: Date },
): Promise<Refused> {
  const refused: Refused = []
  const moves = plan
    .flatMap(({ from, to, orders }) => (to ? orders.map((order) => ({ ...order, from, to })) : []))
    .toSorted((one, other) => one.id - other.id)
  for (const { id: orderId, ...move } of moves) {
    const told = { isTold: true, hasMail: shop.mail !== null }
    try {
      await moveOrder(tx, emit, { ...move, ...told, orderId, operation, message, at })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ id: orderId, message: error.message })
    }
  }
  return refused
}

async function cancelRest(
  shop: Shop,
  { from, orders }: ClosingPlan[number],
  { id: about, message }: Closing,
): Promise<Refused> {
  const standing = new Map((await listUnsettled(shop.db, from.id)).map((one) => [one.id, one]))
  const rest = orders.filter(({ id, revision }) => standing.get(id)?.revision === revision)
  const ids = rest.map(({ id }) => id)
  const call = { about, kind: 'cancelled', market_day_id: from.id, message } as const
  const change = { status: 'cancelled', call, reason: message || undefined } as const
  return (await changeOrderStatuses(shop, ids, change)).refused
}

async function countOutcome(db: Db, plan: ClosingPlan, refused: Refused) {
  const standing = new Set<number>()
  for (const { from } of plan)
    for (const { id } of await listUnsettled(db, from.id)) standing.add(id)
  const dayOf = new Map(
    plan.flatMap(({ from, orders }) => orders.map(({ id }) => [id, from.id] as const)),
  )
  const rows = db.selectFrom('orders').select(['id', 'status', 'market_day_id'])
  const orders = dayOf.size > 0 ? await rows.where('id', 'in', [...dayOf.keys()]).execute() : []
  const kept = orders.filter(({ status }) => status !== 'cancelled')
  const moved = kept.filter(({ id, market_day_id }) => market_day_id !== dayOf.get(id)).length
  const last = new Map(refused.map((one) => [one.id, one]))
  const still = [...last.values()].filter(({ id }) => standing.has(id))
  return { moved, cancelled: orders.length - kept.length, refused: still, left: standing.size }
}
