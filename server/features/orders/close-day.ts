import type { ClosedDay, DayAudience, NewStop } from '#contract/calendar/market-day-changes.ts'
import { type Change, recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, snapshot, write } from '#server/db/write.ts'
import { lockCalendar } from '#server/features/calendar/calendar-queries.ts'
import { changeOfDay, type DayWithPlace, requireDay } from '#server/features/calendar/choose-day.ts'
import { lockDay } from '#server/features/calendar/day-room.ts'
import { RAISED } from '#server/features/calendar/fill-days.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { sendDayMailsLater } from '#server/features/mail/send-mails.ts'
import type { Shop } from '#server/shop.ts'
import { listCallsAbout, noteCalls } from './calls.ts'
import { overLimitsOf } from './change-order.ts'
import { changeOrderStatuses } from './change-order-status.ts'
import { type Audience, listAudience, listUnsettled, showAudience } from './day-orders.ts'
import { moveOrder } from './move-order.ts'
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

export function previewClosing(shop: Shop, dayId: number, closing: Closing) {
  return snapshot(shop.db, async (db) => {
    const plan = await planClosing(db, dayId, closing, shop.now())
    const told: Audience = { reached: [], toCall: [] }
    // When a day is only closed, nobody is notified.
    for (const place of plan) {
      if (closing.moveTo === null && !closing.cancelRest) break
      const audience = await listAudience(db, place.from.id, shop.mail !== null)
      const ids = new Set(place.orders.map(({ id }) => id))
      told.reached.push(...audience.reached.filter(({ id }) => ids.has(id)))
      told.toCall.push(...audience.toCall.filter(({ id }) => ids.has(id)))
    }
    return {
      orders: plan.reduce((sum, { orders }) => sum + orders.length, 0),
      ...showAudience(told),
      to: await listStops(db, plan),
      confirm: hashOfClosing(plan, closing),
    }
  })
}

async function listStops(db: Db, plan: ClosingPlan): Promise<NewStop[]> {
  const stops: NewStop[] = []
  for (const own of Map.groupBy(plan, ({ from, to }) => to?.id ?? `new ${from.id}`).values()) {
    const [first] = own
    const [day] = first?.to ? [first.to] : (first?.newDay?.times ?? [])
    if (!first || !day) continue
    const orders = own.flatMap((place) => place.orders)
    stops.push({
      placeName: (first.to ?? first.from).place.name,
      day: day.day,
      opens: day.opens,
      closes: day.closes,
      orderUntil: day.order_until,
      isNew: first.to === null,
      ...(first.to ? await overCapacity(db, first.to, orders) : {}),
    })
  }
  return stops
}

async function overCapacity(db: Db, to: DayWithPlace, orders: ClosingPlan[number]['orders']) {
  const boxes = to.taken + orders.length
  const overLimits = await overLimitsOf(
    db,
    to.id,
    orders.map(({ id }) => id),
  )
  return {
    ...(to.capacity !== null && boxes > to.capacity ? { most: boxes } : {}),
    ...(overLimits.length > 0 ? { overLimits } : {}),
  }
}

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
    toCall: (await listCallsAbout(db, closing.id)).map(({ orderId: id, ...call }) => ({
      id,
      customerName: call.customerName,
      customerPhone: call.customerPhone,
    })),
  }))
}

async function begin(
  tx: Db,
  dayId: number,
  closing: Closing & { confirm: string },
  at: Date,
): Promise<ClosingPlan> {
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

const inOrder = (ids: readonly number[]) => [...new Set(ids)].toSorted((one, other) => one - other)

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
  const why = message ? { reason: message } : {}
  const change = { status: 'cancelled', call, ...why } as const
  return (await changeOrderStatuses(shop, ids, change)).refused
}

async function countOutcome(
  db: Db,
  plan: ClosingPlan,
  refused: Refused,
): Promise<Omit<ClosedDay, 'toCall'>> {
  const standing = new Set<number>()
  let [moved, cancelled] = [0, 0]
  for (const { from, orders } of plan) {
    for (const { id } of await listUnsettled(db, from.id)) standing.add(id)
    const ids = orders.map(({ id }) => id)
    const rows =
      ids.length === 0
        ? []
        : await db
            .selectFrom('orders')
            .select(['status', 'market_day_id'])
            .where('id', 'in', ids)
            .execute()
    const isCancelled = ({ status }: (typeof rows)[number]) => status === 'cancelled'
    cancelled += rows.filter(isCancelled).length
    moved += rows.filter((row) => !isCancelled(row) && row.market_day_id !== from.id).length
  }
  const last = new Map(refused.map((one) => [one.id, one]))
  const still = [...last.values()].filter(({ id }) => standing.has(id))
  return { moved, cancelled, refused: still, left: standing.size }
}

/** Emails all and lists whom to call; a repeat tells nobody twice. @throws Refusal 'not-found' */
export async function writeToDay(
  shop: Shop,
  dayId: number,
  { id: operation, message, preview = false }: { id: string; message: string; preview?: boolean },
): Promise<DayAudience> {
  const hasMail = shop.mail !== null
  if (preview)
    return snapshot(shop.db, async (tx) => {
      await requireDay(tx, dayId)
      return { ...showAudience(await listAudience(tx, dayId, hasMail)), queued: 0 }
    })
  const notified = await write(shop.db, async (tx) => {
    const day = await requireDay(tx, dayId)
    const { closes_at } = day
    const audience = await listAudience(tx, dayId, hasMail)
    const { people, toCall } = showAudience(audience)
    const at = shop.now()
    const not_after = closes_at > at.toISOString() ? closes_at : null
    const what = { kind: 'day_message', about: operation, market_day_id: dayId } as const
    const mails = audience.reached.map(({ id: order_id, email: recipient }) => ({
      ...what,
      order_id,
      recipient,
      message,
      not_after,
    }))
    await queueMails(tx, mails, at)
    const call = { about: operation, kind: 'message', market_day_id: dayId, message } as const
    const ids = toCall.map(({ id }) => id)
    await noteCalls(tx, ids, call, at)
    const after = { operation, message, people }
    const change = changeOfDay(day, { action: 'written to', before: null, after })
    await recordOnce(tx, change, operation, at)
    return { people, toCall, queued: mails.length }
  })
  sendDayMailsLater(shop)
  return notified
}

async function recordOnce(tx: Db, change: Change, operation: string, at: Date): Promise<void> {
  const entries = await tx
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', change.subject)
    .where('action', '=', change.action)
    .execute()
  const isKnown = entries.some(({ after }) => after && Object.values(after).includes(operation))
  if (!isKnown) await recordChange(tx, change, at)
}
