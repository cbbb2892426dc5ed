import { startOfFarmDay } from '#contract/time/farm-time.ts'
import type { PlaceOfDay, Today, WeekStep } from '#contract/today.ts'
import type { Db } from '#server/db/tables.ts'
import { readTaken } from '#server/features/analytics/read-period.ts'
import { readLetterTimes } from '#server/features/newsletter/letters.ts'
import { countUntold } from '#server/features/orders/notify-ready.ts'
import { findNextDay, listPlacesOn, type PlaceOnDay } from './day-queries.ts'
import {
  chooseDay,
  type DayFacts,
  dotsOf,
  findOrderEnd,
  isToCount,
  type LetterFacts,
  listRemaining,
  type PlaceFacts,
} from './week-step.ts'

export type Setup = { hasMail: boolean; livemode: boolean }

type Week = Setup & {
  at: Date
  today: Temporal.PlainDate
  /** The first day from today on that has orders, or the first one at all. */
  coming: string | null
  timeZone: string
}

/** The day that the farmer works toward, and what it asks for next; null where none is planned. */
export async function showWeek(db: Db, week: Week): Promise<Today['next']> {
  const [at, today] = [week.at.toISOString(), week.today.toString()]
  const { past, coming } = await readDays(db, week)
  const chosen = chooseDay(past, coming, { at, today })
  if (!chosen) return null
  const { facts, step } = chosen
  const dayAfter = Temporal.PlainDate.from(facts.day).add({ days: 1 }).toString()
  return {
    day: facts.day,
    orderUntil: findOrderEnd(facts.places, at),
    places: facts.places.map((place) => showPlace(place, at)),
    step: { ...step, money: step.name === 'figures' ? await sumWeek(db, facts.day, week) : null },
    steps: dotsOf(facts, step.name, at),
    following: await findNextDay(db, [dayAfter, today].toSorted().at(-1) ?? today),
  }
}

function showPlace(place: PlaceFacts, at: string): PlaceOfDay {
  const { marketDayId, kind, name, opens, closes, orders, packed, handedOver, boxes } = place
  return {
    ...{ marketDayId, kind, name, opens, closes, orders, packed, handedOver, boxes },
    isOver: kind === 'pickup' && place.closesAt <= at,
  }
}

/** The last day of the past week on which anything happened, and those that may ask for something. */
async function readDays(
  db: Db,
  week: Week,
): Promise<{ past: DayFacts | null; coming: DayFacts[] }> {
  const { coming } = week
  const dayIn = (days: number) => week.today.add({ days }).toString()
  const until = coming !== null && coming > dayIn(2) ? coming : dayIn(2)
  const places = await listPlacesOn(db, { from: dayIn(-7), until })
  const days = [...Map.groupBy(places, ({ day }) => day)].map(([day, own]) => ({ day, own }))
  const letters = await readLetterTimes(db, week)
  const all: DayFacts[] = []
  for (const [index, { day, own }] of days.entries()) {
    const letter = letters && letterFor(day, { letters, before: days[index - 1]?.own ?? [], week })
    all.push({ day, places: own, letter, untold: await countAllUntold(db, own, week) })
  }
  // A place that is open every day asks for nothing before somebody has ordered.
  const isQuiet = (day: string) => coming !== null && coming !== day && coming <= dayIn(1)
  const asks = ({ day, places: own }: DayFacts) =>
    day === coming || own.some(hasHappened) || (day === dayIn(0) && !isQuiet(day))
  return {
    past: all.findLast((one) => one.day < dayIn(0) && one.places.some(hasHappened)) ?? null,
    coming: all.filter((one) => one.day >= dayIn(0) && asks(one)),
  }
}

const hasHappened = ({ orders, hasCash }: PlaceFacts) => orders > 0 || hasCash

/** Only where all is packed: nobody is told before. */
async function countAllUntold(db: Db, places: readonly PlaceFacts[], week: Week): Promise<number> {
  const remaining = listRemaining(places, week.at.toISOString())
  if (remaining.some(({ orders, packed }) => packed < orders)) return 0
  let untold = 0
  for (const { marketDayId: dayId, packed, handedOver } of remaining)
    if (packed > handedOver) untold += await countUntold(db, { dayId, hasMail: week.hasMail })
  return untold
}

type ForLetter = {
  letters: { people: number; times: readonly string[] }
  before: readonly PlaceFacts[]
  week: Week
}

/** A letter counts for a day from the end of the day before it on, or from the Monday of its week. */
function letterFor(day: string, { letters, before, week }: ForLetter): LetterFacts {
  const date = Temporal.PlainDate.from(day)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const over = before.map(({ closesAt }) => closesAt).toSorted()
  const since =
    over.at(-1) ?? startOfFarmDay(monday.subtract({ days: 7 }).toString(), week.timeZone)
  const begin = [since, startOfFarmDay(monday.toString(), week.timeZone)].toSorted()[0] ?? since
  const end = startOfFarmDay(date.add({ days: 1 }).toString(), week.timeZone)
  return {
    people: letters.people,
    isSent: letters.times.some((time) => time >= begin && time < end),
    isDue: day <= week.today.add({ days: 7 }).toString(),
  }
}

/** The money of a day's week, and of the week before it. */
async function sumWeek(db: Db, day: string, { livemode }: Week): Promise<WeekStep['money']> {
  const date = Temporal.PlainDate.from(day)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const from = (weeks: number) => {
    const first = monday.subtract({ days: 7 * weeks })
    return { from: first.toString(), to: first.add({ days: 6 }).toString() }
  }
  const amount = await readTaken(db, from(0), livemode)
  return { ...from(0), amount, weekBefore: await readTaken(db, from(1), livemode) }
}

type Uncounted = { at: Date; today: Temporal.PlainDate; but: string | null }

/** How far back to look for cash that was not counted, in days: as long as a phone can note it. */
const UNCOUNTED_DAYS = 14

export async function listUncounted(
  db: Db,
  { at, today, but }: Uncounted,
): Promise<Today['uncounted']> {
  const from = today.subtract({ days: UNCOUNTED_DAYS }).toString()
  const places = await listPlacesOn(db, { from, until: today.toString() })
  const isOpen = (one: PlaceOnDay) =>
    isToCount(one) && one.closesAt <= at.toISOString() && one.day !== but
  return places.filter(isOpen).map(({ marketDayId: id, day, name: placeName }) => ({
    ...{ id, day, placeName },
  }))
}
