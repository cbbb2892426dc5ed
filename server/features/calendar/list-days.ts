import type { MarketDay, OrderingCalendar } from '#contract/market-days.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { listDaysToCome, type MarketDay as Row, readPause, readPlaces } from './calendar-queries.ts'
import { PAUSED, withinReach } from './choose-day.ts'

/** So few boxes left are told. */
const FEW = 10

/**
 * What buyers may choose from at an instant: the days of each place, and the next full or closed
 * one before them.
 */
export async function listOrderingCalendar(db: Db, at: Date): Promise<OrderingCalendar> {
  const places = await readPlaces(db)
  const days = await listDaysToCome(db, at)
  const pause = await readPause(db, at)
  return {
    places: places.map(({ key, kind, name, address, map_url, note }) => ({
      key,
      kind,
      name,
      address,
      mapUrl: map_url,
      note,
    })),
    days: places
      .flatMap(({ id, key, days_ahead }) =>
        shownDays(
          days.filter(({ place_id }) => place_id === id),
          days_ahead,
          at,
        ).map((day) => toMarketDay(key, day)),
      )
      .sort((a, b) => (a.opensAt < b.opensAt ? -1 : 1)),
    pause: pause === null ? null : pause || PAUSED,
  }
}

/**
 * Open days within reach, and closed ones that lie before the last of them: their buyers want to
 * know why.
 */
function shownDays(days: readonly Row[], daysAhead: number, at: Date): Row[] {
  const open = days.filter(
    ({ state, order_until }) => state === 'open' && order_until > at.toISOString(),
  )
  const reach = withinReach(open, daysAhead)
  const last = reach.at(-1)?.day
  const closed = days.filter(
    ({ state, day, message }) =>
      state === 'closed' && message !== '' && (last === undefined || day < last),
  )
  return [...reach, ...(last === undefined ? closed.slice(0, 1) : closed)].sort((a, b) =>
    a.day < b.day ? -1 : 1,
  )
}

function toMarketDay(placeKey: string, row: Row): MarketDay {
  const left = row.capacity === null ? null : row.capacity - row.taken
  const state = row.state === 'closed' ? 'closed' : left === 0 ? 'full' : 'open'
  return {
    id: row.id,
    placeKey,
    day: row.day,
    opens: row.opens,
    closes: row.closes,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    orderUntil: row.order_until,
    state,
    left: state === 'open' && left !== null && left <= FEW ? left : null,
    message: row.message,
  }
}

/**
 * The earliest day (YYYY-MM-DD) on which an order placed now can be picked up; where there is none
 * to order for, the next one that exists. @throws Refusal 'place-closed'
 */
export async function nextPickupDay(db: Db, at: Date): Promise<string> {
  const { places, days } = await listOrderingCalendar(db, at)
  const pickup = new Set(places.filter(({ kind }) => kind === 'pickup').map(({ key }) => key))
  const ofPickup = days.filter(({ placeKey }) => pickup.has(placeKey))
  const next = ofPickup.find(({ state }) => state === 'open') ?? ofPickup[0]
  if (!next)
    throw new Refusal('place-closed', 'There is no day to pick up an order right now. Please ask.')
  return next.day
}
