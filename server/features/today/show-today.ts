import { sql } from 'kysely'
import { DAY } from '#contract/time/durations.ts'
import { farmDayOf, startOfFarmDay } from '#contract/time/farm-time.ts'
import type { Today } from '#contract/today.ts'
import type { Db } from '#server/db/write.ts'
import { sumWeek } from '#server/features/analytics/read-period.ts'
import { isFree } from '#server/features/calendar/fill-days.ts'
import { listUnsettledDays } from '#server/features/calendar/open-orders.ts'
import { findPause } from '#server/features/calendar/pause-orders.ts'
import { readOpenQuestions } from '#server/features/chat/questions.ts'
import { listGoingShort } from '#server/features/market/going-short.ts'
import { readLetterTimes } from '#server/features/newsletter/send-letters.ts'
import { countNoShows } from '#server/features/no-shows/list-no-shows.ts'
import { listPeopleToCall } from '#server/features/orders/calls.ts'
import { countUnpaid } from '#server/features/orders/list-orders.ts'
import { countUntold } from '#server/features/orders/notify-ready.ts'
import { listChangedDays } from '#server/features/orders/tell-changes.ts'
import { listCalls } from '#server/features/packing/box-queries.ts'
import {
  countOrders,
  countWithoutDay,
  NO_ORDERS,
  ordersOf,
  readScope,
} from '#server/features/packing/list-scope.ts'
import { countOpenWeights } from '#server/features/packing/open-weights.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { countToDecide } from '#server/features/stall/show-overview.ts'
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

/** How far back to look for unpaid orders, in days. */
const UNPAID_DAYS = 60

export async function showToday(db: Db, at: Date, setup: Setup): Promise<Today> {
  const timeZone = await readTimeZone(db)
  const today = farmDayOf(at.toISOString(), timeZone)
  const coming = await findNextDay(db, today.toString())
  const next = await showWeek(db, { ...setup, at, today, coming, timeZone })
  const since = new Date(at.getTime() - UNPAID_DAYS * DAY)
  return {
    today: today.toString(),
    next,
    short: coming === null ? [] : await listShort(db, coming),
    weights: await countOpenWeights(db),
    pausedSince: (await findPause(db, at))?.since ?? null,
    toCall: await listPeopleToCall(db),
    changedDays: await listChangedDays(db, at),
    calledOff: (await listUnsettledDays(db)).map((day) => ({ ...day, orders: day.orders.length })),
    uncounted: await listUncounted(db, at, today, next?.day ?? null),
    withoutDay: await countWithoutDay(db),
    questions: await readOpenQuestions(db),
    unpaid: await countUnpaid(db, since, at),
    notPickedUp: await countNoShows(db, at),
    atStall: await countToDecide(db),
    goingShort: await listGoingShort(db),
  }
}

async function listShort(db: Db, day: string): Promise<Today['short']> {
  const scope = await readScope(db, { day })
  const calls = Map.groupBy(await listCalls(db, scope), ({ productId }) => productId)
  return [...calls].map(([productId, own]) => ({
    productId,
    name: own[0]?.name ?? '',
    calls: own.length,
  }))
}

type Setup = { hasMail: boolean; livemode: boolean }

type Week = Setup & {
  at: Date
  today: Temporal.PlainDate
  coming: string | null
  timeZone: string
}

async function showWeek(db: Db, week: Week): Promise<Today['next']> {
  const [at, today] = [week.at.toISOString(), week.today.toString()]
  const { past, coming } = await readDays(db, week)
  const chosen = chooseDay(past, coming, { at, today })
  if (!chosen) return null
  const { facts, step } = chosen
  const dayAfter = Temporal.PlainDate.from(facts.day).add({ days: 1 }).toString()
  return {
    day: facts.day,
    orderUntil: findOrderEnd(facts.places, at),
    places: facts.places.map((place) => {
      return { ...place, isOver: place.kind === 'pickup' && place.closesAt <= at }
    }),
    step: {
      ...step,
      money:
        step.name === 'figures'
          ? await sumWeek(db, facts.day, { now: week.at, livemode: week.livemode })
          : null,
    },
    steps: dotsOf(facts, step.name, at),
    following: await findNextDay(db, [dayAfter, today].toSorted().at(-1) ?? today),
  }
}

async function readDays(db: Db, week: Week) {
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
  // A place open every day asks for nothing before someone has ordered.
  const isQuiet = (day: string) => coming !== null && coming !== day && coming <= dayIn(1)
  const asks = ({ day, places: own }: DayFacts) =>
    day === coming || own.some(hasHappened) || (day === dayIn(0) && !isQuiet(day))
  return {
    past: all.findLast((one) => one.day < dayIn(0) && one.places.some(hasHappened)) ?? null,
    coming: all.filter((one) => one.day >= dayIn(0) && asks(one)),
  }
}

const hasHappened = ({ orders, hasCash }: PlaceFacts) => orders > 0 || hasCash

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

/** A letter counts if sent since the previous day ended, or since Monday of its week. */
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

/** In days: how far back to look for uncounted cash, as long as phones can report it. */
const UNCOUNTED_DAYS = 14

async function listUncounted(db: Db, at: Date, today: Temporal.PlainDate, but: string | null) {
  const from = today.subtract({ days: UNCOUNTED_DAYS }).toString()
  const places = await listPlacesOn(db, { from, until: today.toString() })
  const isOpen = (one: PlaceOnDay) =>
    isToCount(one) && one.closesAt <= at.toISOString() && one.day !== but
  return places.filter(isOpen).map(({ marketDayId: id, day, name: placeName }) => ({
    id,
    day,
    placeName,
  }))
}

async function findNextDay(db: Db, from: string): Promise<string | null> {
  const coming = db
    .selectFrom('market_days')
    .select('day')
    .where('day', '>=', from)
    .where('state', '=', 'open')
    .orderBy('day')
    .limit(1)
  const ordered = await coming.where((row) => row.not(isFree)).executeTakeFirst()
  return (ordered ?? (await coming.executeTakeFirst()))?.day ?? null
}

type PlaceOnDay = PlaceFacts & { day: string }

async function listPlacesOn(
  db: Db,
  { from, until }: { from: string; until: string },
): Promise<PlaceOnDay[]> {
  const days = await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id as marketDayId', 'market_days.day', 'places.kind', 'places.name'])
    .select(['opens', 'closes', 'opens_at as opensAt', 'closes_at as closesAt'])
    .select('order_until as orderUntil')
    .where('market_days.day', '>=', from)
    .where('market_days.day', '<=', until)
    .where('state', '=', 'open')
    .orderBy('opens_at')
    .orderBy('places.position')
    .orderBy('places.id')
    .execute()
  const ids = days.map(({ marketDayId }) => marketDayId)
  if (ids.length === 0) return []
  const counts = await countOrders(db, ordersOf(ids))
  const cash = await listDaysWith(db, ids)
  return days.map((day) => ({
    ...day,
    ...(counts.get(day.marketDayId) ?? NO_ORDERS),
    isTold: cash.told.has(day.marketDayId),
    isPrinted: cash.prints.has(day.marketDayId),
    hasCash: cash.cash.has(day.marketDayId),
    isCounted: cash.counts.has(day.marketDayId),
  }))
}

type TableOfDay = 'harvest_prints' | 'cash_moves' | 'cash_counts' | 'tenders' | 'outbox' | 'calls'

const MAILED = sql<boolean>`queue = 'days' and kind = 'ready' and given_up_at is null`

async function listDaysWith(db: Db, ids: readonly number[]) {
  const of = async (table: TableOfDay, which = sql<boolean>`1 = 1`) => {
    const rows = db.selectFrom(table).select('market_day_id').distinct().where(which)
    const found = await rows.where('market_day_id', 'in', ids).execute()
    return found.flatMap(({ market_day_id: id }) => (id === null ? [] : [id]))
  }
  return {
    prints: new Set(await of('harvest_prints')),
    counts: new Set(await of('cash_counts')),
    told: new Set([...(await of('outbox', MAILED)), ...(await of('calls', sql`kind = 'ready'`))]),
    cash: new Set([...(await of('cash_moves')), ...(await of('tenders', sql`is_cash`))]),
  }
}
