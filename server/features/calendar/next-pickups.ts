import { asSentence, closedSentence } from '#contract/calendar/day-text.ts'
import { coversZip, type DeliveryTerms } from '#contract/calendar/delivery.ts'
import type { MarketDay } from '#contract/calendar/market-days.ts'
import { deliveryArea, SEEDED_ZONE, withArea } from '#contract/settings/seeded-facts.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { Db } from '#server/db/write.ts'
import type { Zone } from './calendar-queries.ts'
import { listOrderingCalendar, readBuyersDays } from './list-days.ts'
import { termsOf } from './place-columns.ts'

/** `day`: YYYY-MM-DD; `window`: `Saturday 9am to noon`. */
export type NextPickup = { name: string; address: string; day: string; window: string }

export type NextPickups = {
  pickups: NextPickup[]
  closed: string | null
  addresses: { name: string; address: string }[]
  /** Coming days (YYYY-MM-DD) the farmer called off, with his message. */
  off: { name: string; day: string; message: string }[]
}

/** `area`: its name, if any; `nextDay`: YYYY-MM-DD, null without days. */
type DeliveryZone = Zone & { area: string; nextDay: string | null; terms: DeliveryTerms }

export type DeliveryNow = {
  /** `We deliver in the Hot Springs area`; null where the farm does not deliver. */
  text: string | null
  area: string
  /** Outside it, only listed ZIP codes get delivery; null means unknown. */
  farmState: string | null
  zones: DeliveryZone[]
}

export async function readDelivery(db: Db, at: Date): Promise<DeliveryNow> {
  const { calendar, zones, farm } = await readBuyersDays(db, at)
  const area = deliveryArea(calendar) ?? ''
  return {
    text: withArea('We deliver', calendar),
    area,
    farmState: farm.state,
    zones: zones.map(({ key, name, zips, ...zone }) => ({
      key,
      name,
      zips,
      terms: termsOf(zone),
      area: name === SEEDED_ZONE ? area : name,
      nextDay:
        calendar.days.find(({ placeKey, state }) => placeKey === key && state === 'open')?.day ??
        null,
    })),
  }
}

export function namesZip(zone: DeliveryZone, zipCode: string): boolean {
  return zone.zips !== null && coversZip(zone, zipCode)
}

export async function listNextPickups(db: Db, at: Date): Promise<NextPickups> {
  const calendar = await listOrderingCalendar(db, at)
  const { places, days } = calendar
  const text = closedSentence(calendar)
  const open = days.filter(({ state }) => state === 'open')
  const pickup = places.filter(({ kind }) => kind === 'pickup')
  const pickups = pickup
    .flatMap(({ key, name, address }) => {
      const next = open.find(({ placeKey }) => placeKey === key)
      if (!next) return []
      const [weekday] = formatLongDay(next.day).split(',', 1)
      return [{ name, address, day: next.day, window: `${weekday} ${formatHours(next)}` }]
    })
    .sort((a, b) => a.day.localeCompare(b.day))
  return {
    pickups,
    closed: text && asSentence(text),
    addresses: pickup.filter(({ address }) => address !== ''),
    off: days.flatMap(({ placeKey, state, day, message }) => {
      const place = pickup.find(({ key }) => key === placeKey)
      return place && state === 'closed' ? [{ name: place.name, day, message }] : []
    }),
  }
}

/** `names` of its places; empty when all places taking orders share the deadline. */
export type OrderDeadline = { day: MarketDay; names: string[] }

export async function listOrderDeadlines(
  db: Db,
  at: Date,
): Promise<{ deadlines: OrderDeadline[]; closed: string | null }> {
  const calendar = await listOrderingCalendar(db, at)
  const text = closedSentence(calendar)
  const open = calendar.pause === null ? calendar.days.filter(({ state }) => state === 'open') : []
  const places = calendar.places.filter(({ key }) => open.some((day) => day.placeKey === key))
  const alike = Map.groupBy(open, ({ day, orderUntil }) => day + orderUntil)
  const deadlines = [...alike.values()].flatMap((days) => {
    const own = places.filter(({ key }) => days.some((day) => day.placeKey === key))
    const names = own.length < places.length ? own.map(({ name }) => name) : []
    return days.slice(0, 1).map((day) => ({ day, names }))
  })
  return { deadlines, closed: text && asSentence(text) }
}
