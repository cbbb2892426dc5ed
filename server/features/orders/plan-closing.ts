import { z } from 'zod/mini'
import type { AnotherDate, NewStop } from '#contract/calendar/market-day-changes.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import type { PlaceKind } from '#server/db/tables.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { insertDays, planNewDays } from '#server/features/calendar/by-hand-days.ts'
import {
  type DayWithPlace,
  findDay,
  requireDay,
  subjectOfDay,
} from '#server/features/calendar/choose-day.ts'
import { overLimitsOf } from '#server/features/calendar/day-limits.ts'
import { orderEndOf } from '#server/features/calendar/show-calendar.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import {
  type Audience,
  listAudience,
  listUnsettled,
  type StandingOrder,
  showAudience,
} from './day-orders.ts'
import { inOrder } from './move-order.ts'

export type Closing = {
  /** The operation's ID. Repeating it resumes where it stopped. */
  id: string
  with?: readonly number[] | undefined
  message: string
  moveTo: number | AnotherDate | null
  cancelRest: boolean
}

type ClosedPlace = {
  from: DayWithPlace
  to: DayWithPlace | null
  newDay: Awaited<ReturnType<typeof planNewDays>> | null
  orders: StandingOrder[]
}

export type ClosingPlan = ClosedPlace[]

/** @throws Refusal 'not-found', or 'invalid' for a day orders can't move to */
export async function planClosing(
  db: Db,
  dayId: number,
  closing: Closing,
  at: Date,
): Promise<ClosingPlan> {
  const plan: ClosingPlan = []
  for (const id of idsOf(dayId, closing)) {
    const from = await requireDay(db, id)
    const target = await findTarget(db, from, closing, at)
    plan.push({ from, ...target, orders: await listUnsettled(db, id) })
  }
  if (new Set(plan.map(({ from }) => from.day)).size > 1)
    throw invalidField('with', 'Please choose places of one day.')
  return plan
}

const idsOf = (dayId: number, closing: Closing) => inOrder([dayId, ...(closing.with ?? [])])

async function findTarget(db: Db, from: DayWithPlace, { moveTo }: Closing, at: Date) {
  if (moveTo === null) return { to: null, newDay: null }
  if (typeof moveTo !== 'number') return findOnDate(db, from, moveTo, at)
  const to = await findDay(db, moveTo)
  checkTarget({ dayId: from.id, kind: from.place.kind }, to, at)
  return { to, newDay: null }
}

async function findOnDate(db: Db, from: DayWithPlace, { day, hours }: AnotherDate, at: Date) {
  if (day === from.day) throw refusedDate('Please choose another date.')
  const own = hours?.find(({ marketDayId }) => marketDayId === from.id)
  const row = db.selectFrom('market_days').select('id').where('place_id', '=', from.place_id)
  const standing = await row.where('day', '=', day).executeTakeFirst()
  if (standing)
    return {
      to: await requireOpen(db, standing.id, { isNew: own !== undefined, at }),
      newDay: null,
    }
  const { opens, closes, ...end } = own ?? { ...from, ...orderEndOf(from, await readTimeZone(db)) }
  const { orderDays, orderTime } = end
  const chosen = { opens, closes, orderDays, orderTime }
  const draft = { placeId: from.place_id, days: [day], hours: chosen, capacity: from.capacity, at }
  const newDay = await planNewDays(db, draft)
  if (newDay.times.some((one) => one.closes_at <= at.toISOString()))
    throw refusedDate('That market day is over.')
  return { to: null, newDay }
}

const refusedDate = (message: string) => invalidField('moveTo.day', message)

/** An existing day takes the orders, whatever its hours. */
async function requireOpen(db: Db, id: number, { isNew, at }: { isNew: boolean; at: Date }) {
  const to = await requireDay(db, id)
  const [where, when] = [to.place.name, formatFullDay(to.day)]
  if (to.state === 'closed')
    throw refusedDate(
      `${where} is closed on ${when}. Please open that day first, or choose another.`,
    )
  if (to.closes_at <= at.toISOString()) throw refusedDate('That market day is over.')
  if (isNew)
    throw refusedDate(`${where} is already open on ${when}, ${formatHours(to)}. Use those hours.`)
  return to
}

/** Call with the calendar locked. */
export async function makeNewDays(tx: Db, plan: ClosingPlan): Promise<ClosingPlan> {
  const made: ClosingPlan = []
  for (const one of plan) {
    const [day] = one.newDay ? await insertDays(tx, one.newDay) : []
    made.push(day ? { ...one, to: await requireDay(tx, day.id), newDay: null } : one)
  }
  return made
}

type MovedFrom = { dayId: number | null; kind: PlaceKind }

/** @throws Refusal 'invalid' for a day that orders can't move to */
export function checkTarget(
  from: MovedFrom,
  to: DayWithPlace | null,
  at: Date,
): asserts to is DayWithPlace {
  const wrong = targetFault(from, to, at)
  if (wrong !== null) throw invalidField('moveTo', wrong)
}

function targetFault(from: MovedFrom, to: DayWithPlace | null, at: Date): string | null {
  if (!to || to.id === from.dayId) return 'Please choose another market day.'
  if (to.state === 'closed') return 'That market day is closed.'
  if (to.closes_at <= at.toISOString()) return 'That market day is over.'
  if (to.place.kind === from.kind) return null
  return from.kind === 'delivery'
    ? 'Delivery orders can only be moved to a delivery day.'
    : 'Pickup orders can only be moved to a pickup day.'
}

/** Proves that what gets done is what the farmer previewed. */
export function hashOfClosing(plan: ClosingPlan, { cancelRest }: Closing): string {
  const shown = plan.map(({ from, to, newDay, orders }) => [
    from.id,
    to && [to.id, to.place_id, to.day, to.opens_at, to.closes_at],
    newDay?.times,
    orders.map(revisionOf),
  ])
  return hashOfJson([cancelRest, shown])
}

export function revisionOf({ id, revision }: StandingOrder) {
  return [id, revision]
}

export function planChanged(): Refusal {
  return new Refusal(
    'plan-changed',
    'Orders for this day changed meanwhile. Please look at it again.',
  )
}

export function decisionOf(dayId: number, closing: Closing): string {
  return hashOfJson([idsOf(dayId, closing), closing.moveTo, closing.cancelRest])
}

const recorded = z.object({
  operation: z.string(),
  decision: z.string(),
  moveTo: z.nullable(z.number()),
  orders: z.array(z.tuple([z.number(), z.number()])),
})

/** What this operation did so far. @throws Refusal 'plan-changed' if it was a different one */
export async function planOfOperation(
  tx: Db,
  dayId: number,
  closing: Closing,
): Promise<ClosingPlan | null> {
  const plan: ClosingPlan = []
  for (const id of idsOf(dayId, closing)) {
    const entries = await tx
      .selectFrom('audit')
      .select('after')
      .where('subject', '=', subjectOfDay(id))
      .where('action', '=', 'closed')
      .execute()
    const begun = entries
      .flatMap(({ after }) => z.safeParse(recorded, after).data ?? [])
      .find(({ operation }) => operation === closing.id)
    if (!begun) continue
    if (begun.decision !== decisionOf(dayId, closing)) throw planChanged()
    const orders = begun.orders.map(([orderId, revision]) => ({ id: orderId, revision }))
    const to = begun.moveTo === null ? null : await requireDay(tx, begun.moveTo)
    plan.push({ from: await requireDay(tx, id), to, newDay: null, orders })
  }
  return plan.length > 0 ? plan : null
}

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
  const ids = orders.map(({ id }) => id)
  const overLimits = await overLimitsOf(db, to.id, ids)
  return {
    ...(to.capacity !== null && boxes > to.capacity ? { most: boxes } : {}),
    ...(overLimits.length > 0 ? { overLimits } : {}),
  }
}
