import {
  DAY_FIELDS,
  type DayChange,
  type DaysDraft,
  type DeskDay,
} from '#contract/calendar/calendar.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { DbAndClock } from '#server/shop.ts'
import { lockCalendar, readCalendar } from './calendar-queries.ts'
import { changeOfDay, requireDay } from './choose-day.ts'
import { lockDay } from './day-room.ts'
import { limitNewDays, RAISED, raiseRevisions } from './fill-days.ts'
import { checkHours, type Hours, instantOf, isPossible, planDay } from './plan-days.ts'
import { showDays } from './show-calendar.ts'

const FAR = 730

/** Creates market days that rules leave alone. @throws Refusal 'invalid' */
export function createDays({ db, now }: DbAndClock, draft: DaysDraft): Promise<DeskDay[]> {
  const { placeId, days, capacity = null, opens, closes, orderDays, orderTime } = draft
  const hours = { opens, closes, orderDays, orderTime }
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const at = now()
    const made = await insertDays(tx, await planNewDays(tx, { placeId, days, hours, capacity, at }))
    const timeZone = await readTimeZone(tx)
    const today = farmDayOf(at.toISOString(), timeZone).toString()
    const ids = new Set(made.map(({ id }) => id))
    emit({ kind: 'days' })
    return (await showDays(tx, today, timeZone)).filter(({ id }) => ids.has(id))
  })
}

type NewDays = {
  placeId: number
  days: readonly string[]
  hours: Hours
  capacity: number | null
  at: Date
}

type PlannedDays = NewDays & { place: string; times: ReturnType<typeof timesOf>[] }

/** @throws Refusal 'invalid' */
export async function planNewDays(db: Db, draft: NewDays): Promise<PlannedDays> {
  const { placeId, days, hours, capacity, at } = draft
  checkHours(hours)
  const timeZone = await readTimeZone(db)
  const today = farmDayOf(at.toISOString(), timeZone)
  const place = await checkDays(db, { placeId, days, today })
  const times = days.map((day) => timesOf({ placeId, day, capacity }, hours, timeZone))
  return { ...draft, place, times }
}

/** Call with the calendar locked. */
export async function insertDays(tx: Db, planned: PlannedDays): Promise<{ id: number }[]> {
  const { placeId, days, hours, capacity, at, place, times } = planned
  const made = await tx
    .insertInto('market_days')
    .values(times.map((day) => ({ ...day, rule_id: null, by_hand: true })))
    .returning(['id', 'day'])
    .execute()
  await limitNewDays(tx, made)
  const change = { action: 'market days made', subject: `place:${placeId}`, before: null } as const
  await recordChange(tx, { ...change, after: { place, days, ...hours, capacity } }, at)
  return made
}

type Chosen = { placeId: number; days: readonly string[]; today: Temporal.PlainDate }

async function checkDays(tx: Db, { placeId, days, today }: Chosen): Promise<string> {
  const place = (await readCalendar(tx)).places.find(({ id }) => id === placeId)
  if (!place || place.retired_at !== null)
    throw invalidField('placeId', 'There is no such place in use.')
  const rows = await tx
    .selectFrom('market_days')
    .select('day')
    .where('place_id', '=', placeId)
    .where('day', 'in', days)
    .execute()
  const taken = new Set(rows.map(({ day }) => day))
  const farthest = today.add({ days: FAR }).toString()
  for (const [index, day] of days.entries()) {
    const field = `days.${index}`
    if (day < today.toString()) throw invalidField(field, `${formatFullDay(day)} is over.`)
    if (day > farthest) throw invalidField(field, 'Please choose days of the next two years.')
    if (taken.has(day) || days.indexOf(day) < index)
      throw invalidField(field, `${place.name} has a market day on ${formatFullDay(day)} already.`)
  }
  return place.name
}

type Day = { placeId: number; day: string; capacity: number | null }

function timesOf({ placeId, day, capacity }: Day, hours: Hours, timeZone: string) {
  const { opens, closes, orderDays, orderTime } = hours
  const rule = { opens, closes, order_days: orderDays, order_time: orderTime }
  const times = planDay(
    { place_id: placeId, capacity, ...rule },
    Temporal.PlainDate.from(day),
    timeZone,
  )
  if (!isPossible(times))
    throw invalidField(
      'opens',
      `The clocks change on ${formatFullDay(day)}. Please choose other hours.`,
    )
  return times
}

/**
 * With `base`, changes only what differs from it. Rules leave the day alone from then on, and its
 * orders stay.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
 */
export function changeDay(
  { db, now }: DbAndClock,
  id: number,
  change: DayChange,
): Promise<DeskDay> {
  const { base, id: claimed, ...fields } = change
  refuseOtherId(claimed, id)
  return write(db, async (tx, emit) => {
    const timeZone = await readTimeZone(tx)
    if (changesTimes(await requireDeskDay(tx, id, timeZone), change, timeZone))
      await raiseRevisions(tx, { id }, now())
    await lockDay(tx, id)
    const before = await requireDeskDay(tx, id, timeZone)
    if (before.closesAt <= now().toISOString())
      throw new Refusal('invalid', `${formatFullDay(before.day)} is over.`)
    const changed = mergeChange<typeof fields>(fields, {
      base,
      stored: before,
      labels: labelsOf(DAY_FIELDS),
    })
    await updateDay(tx, { before, changed, timeZone })
    const after = await requireDeskDay(tx, id, timeZone)
    const ofDay = await requireDay(tx, id)
    await recordChange(tx, changeOfDay(ofDay, { action: 'changed', before, after }), now())
    emit({ kind: 'days' })
    return after
  })
}

/** Saving a day also moves it to a new time zone's clock. */
function changesTimes(before: DeskDay, change: DayChange, timeZone: string): boolean {
  const day = Temporal.PlainDate.from(before.day)
  const { opens = before.opens, closes = before.closes } = change
  const isAt = (time: string, instant: string) => instantOf(day, time, timeZone) === instant
  const { orderDays = before.orderDays, orderTime = before.orderTime } = change
  const isSameEnd = orderDays === before.orderDays && orderTime === before.orderTime
  return !isAt(opens, before.opensAt) || !isAt(closes, before.closesAt) || !isSameEnd
}

type DayUpdate = { before: DeskDay; changed: Omit<DayChange, 'id' | 'base'>; timeZone: string }

async function updateDay(tx: Db, { before, changed, timeZone }: DayUpdate): Promise<void> {
  const { opens = before.opens, closes = before.closes } = changed
  const { orderDays = before.orderDays, orderTime = before.orderTime } = changed
  const hours = { opens, closes, orderDays, orderTime }
  checkHours(hours)
  const { placeId, day } = before
  const { capacity: _, ...times } = timesOf({ placeId, day, capacity: null }, hours, timeZone)
  await tx
    .updateTable('market_days')
    .set({
      ...times,
      by_hand: true,
      ...RAISED,
      ...(changed.state ? { state: 'open', message: '' } : {}),
    })
    .where('id', '=', before.id)
    .execute()
  if (changed.capacity !== undefined) await setCapacity(tx, before.id, changed.capacity)
}

async function requireDeskDay(tx: Db, id: number, timeZone: string): Promise<DeskDay> {
  const row = await tx
    .selectFrom('market_days')
    .select('day')
    .where('id', '=', id)
    .executeTakeFirst()
  const day = row && (await showDays(tx, row.day, timeZone)).find((one) => one.id === id)
  return day ?? noSuch(`market day #${id}`)
}

/**
 * Sets a market day's capacity; null means no limit. Locks the day so no order is missed.
 * @throws Refusal 'invalid' below what is already taken
 */
export async function setCapacity(
  tx: Db,
  marketDayId: number,
  capacity: number | null,
): Promise<void> {
  const taken = await lockDay(tx, marketDayId)
  if (capacity !== null && capacity < taken)
    throw invalidField('capacity', `That day already has ${taken} orders.`)
  await tx
    .updateTable('market_days')
    .set({ capacity, taken: capacity === null ? 0 : taken })
    .where('id', '=', marketDayId)
    .execute()
}
