import { asSentence, closedSentence } from '#contract/calendar/day-text.ts'
import { coversZip } from '#contract/calendar/delivery.ts'
import { mapLink } from '#contract/calendar/map-link.ts'
import type { MarketDay, MarketPlace, OrderingCalendar } from '#contract/calendar/market-days.ts'
import {
  deliveryArea,
  SEEDED_PLACES,
  SEEDED_ZONE,
  withArea,
} from '#contract/settings/seeded-facts.ts'
import { INITIAL_SETTINGS, SETTING_VALUES, settingValue } from '#contract/settings/setting-table.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { formatWeekday } from '#contract/time/date-format.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { formatSeason } from '#contract/time/season.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { Db } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import {
  type DayRule,
  farmReachOf,
  listDaysToCome,
  type Place,
  type PlaceInUse,
  type MarketDay as Row,
  readPlaces,
  showTerms,
  termsOf,
  type Zone,
} from './calendar-queries.ts'
import { hasRoom, PAUSED, withinReach } from './choose-day.ts'
import { seasonOfRow } from './day-room.ts'
import { findPause } from './pause-orders.ts'
import { findOpenings } from './plan-days.ts'

const FEW = 10

export type BuyersDays = Awaited<ReturnType<typeof readBuyersDays>>

export async function listOrderingCalendar(db: Db, at: Date): Promise<OrderingCalendar> {
  return (await readBuyersDays(db, at)).calendar
}

export async function readBuyersDays(db: Db, at: Date) {
  const places = await readPlaces(db, at)
  const stored = await listDaysToCome(db, at)
  const pause = await findPause(db, at)
  const { rules, ...facts } = await readFacts(db, places, at)
  const shown = places.map((place) => {
    const own = stored.filter(({ place_id }) => place_id === place.id)
    return { place, own, days: shownDays(own, place.days_ahead, at) }
  })
  const closed = shown.filter(({ days }) => days.every(({ state }) => state === 'closed'))
  const closedIds = closed.flatMap(({ place }) => (place.hasDays ? [place.id] : []))
  const openings = await findOpenings(db, closedIds, at)
  const calendar: OrderingCalendar = {
    places: places.map((place) => {
      const own = rules.filter(({ place_id }) => place_id === place.id)
      const hours = formatWeeklyHours(own, facts.today)
      return toMarketPlace(place, { hours, opensAgain: openings.get(place.id) ?? null })
    }),
    days: shown
      .flatMap(({ place, days }) => days.map((day) => toMarketDay(place.key, day)))
      .sort((a, b) => (a.opensAt < b.opensAt ? -1 : 1)),
    today: facts.today,
    pause: pause && (pause.message || PAUSED),
    isSeeded: facts.isSeeded,
  }
  const pickup = shown.filter(({ place }) => place.kind === 'pickup')
  return {
    calendar,
    /** YYYY-MM-DD: one open for ordering, else any to come. */
    pickupDay:
      earliest(pickup.flatMap(({ days }) => days.filter(hasRoom))) ??
      earliest(pickup.flatMap(({ own }) => own)),
    zones: places.filter(({ kind }) => kind === 'delivery'),
    farm: facts.farm,
  }
}

async function readFacts(db: Db, places: readonly PlaceInUse[], at: Date) {
  const all = await db.selectFrom('day_rules').selectAll().orderBy('id').execute()
  const rules = all.filter(({ place_id }) => places.some(({ id }) => id === place_id))
  const settings = await readSettings(db)
  const today = farmDayOf(at.toISOString(), settingValue(settings, 'time_zone')).toString()
  const farm = farmReachOf(settings)
  return { rules, today, farm, isSeeded: isSeeded(places, rules, settings) }
}

function earliest(days: readonly Row[]): string | null {
  const open = days.filter(({ state }) => state === 'open').map(({ day }) => day)
  return open.sort()[0] ?? null
}

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

function toMarketPlace(
  place: PlaceInUse,
  more: Pick<MarketPlace, 'hours' | 'opensAgain'>,
): OrderingCalendar['places'][number] {
  const { key, kind, name, address, note, hasDays } = place
  const mapUrl = mapLink(place.map_url, kind === 'pickup' ? address : '')
  const delivery = kind === 'delivery' && { delivery: showTerms(place) }
  const pays = place.pays_at_pickup && { paysAtPickup: true as const }
  return { key, kind, name, address, mapUrl, note, hasDays, ...more, ...delivery, ...pays }
}

function toMarketDay(placeKey: string, row: Row): MarketDay {
  const left = row.capacity === null ? null : row.capacity - row.taken
  const state = row.state === 'closed' ? 'closed' : hasRoom(row) ? 'open' : 'full'
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

const WEEKDAYS = ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'].map(
  (start) => `${start}day`,
)

/** `Saturday 9am to noon`, from the rules in force from a day (YYYY-MM-DD) on. */
function formatWeeklyHours(rules: readonly DayRule[], today: string): string {
  const ruling = rules.filter(({ last_day }) => last_day === null || last_day >= today)
  const lines = ruling.toSorted((a, b) => a.weekday - b.weekday).map(formatRule)
  const [first = '', ...others] = [...new Set(lines)]
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
}

function formatRule(rule: DayRule): string {
  const day = `${rule.every_weeks === 2 ? 'every other ' : ''}${WEEKDAYS[rule.weekday - 1]}`
  const season = seasonOfRow(rule)
  return `${day} ${formatHours(rule)}${season ? ` (${formatSeason(season)})` : ''}`
}

const SATURDAY = 6

/**
 * Whether places, days and the default state are still those of a new shop; only then do the
 * specification's fixed texts apply. None of them mentions order deadlines or capacities.
 */
function isSeeded(
  places: readonly Place[],
  rules: readonly DayRule[],
  settings: readonly Setting[],
): boolean {
  const pickup = places.filter(({ kind }) => kind === 'pickup')
  const [zone, ...zones] = places.filter(({ kind }) => kind === 'delivery')
  return (
    settingValue(settings, 'default_state') === SETTING_VALUES.default_state &&
    isSeededAddress(settingValue(settings, 'business_address')) &&
    pickup.length === SEEDED_PLACES.length &&
    rules.length === SEEDED_PLACES.length &&
    pickup.every((place) => isSeededPlace(place, rules)) &&
    zone?.name === SEEDED_ZONE &&
    zone.zips === null &&
    zones.length === 0
  )
}

function isSeededAddress(address: string): boolean {
  return address === '' || address.includes(INITIAL_SETTINGS.business_address)
}

function isSeededPlace({ id, key, name, address }: Place, rules: readonly DayRule[]): boolean {
  const seeded = SEEDED_PLACES.find((place) => place.key === key)
  const [rule] = rules.filter(({ place_id }) => place_id === id)
  return (
    seeded?.name === name &&
    isSeededAddress(address) &&
    rule?.weekday === SATURDAY &&
    rule.every_weeks === 1 &&
    rule.season_from === null &&
    rule.last_day === null &&
    rule.opens === seeded.opens &&
    rule.closes === seeded.closes
  )
}

export type DeliveryNow = Awaited<ReturnType<typeof readDelivery>>

export async function readDelivery(db: Db, at: Date) {
  const { calendar, zones, farm } = await readBuyersDays(db, at)
  const area = deliveryArea(calendar) ?? ''
  return {
    /** `We deliver in the Hot Springs area`; null if the farm doesn't deliver. */
    text: withArea('We deliver', calendar),
    area,
    /** Outside this state, only listed ZIP codes get delivery; null means unknown. */
    farmState: farm.state,
    zones: zones.map(({ key, name, zips, ...zone }) => ({
      key,
      name,
      zips,
      terms: termsOf(zone),
      area: name === SEEDED_ZONE ? area : name,
      /** YYYY-MM-DD */
      nextDay:
        calendar.days.find(({ placeKey, state }) => placeKey === key && state === 'open')?.day ??
        null,
    })),
  }
}

export function namesZip(zone: Pick<Zone, 'zips'>, zipCode: string): boolean {
  return zone.zips !== null && coversZip(zone, zipCode)
}

export type NextPickups = Awaited<ReturnType<typeof listNextPickups>>
export type NextPickup = NextPickups['pickups'][number]

export async function listNextPickups(db: Db, at: Date) {
  const calendar = await listOrderingCalendar(db, at)
  const { places, days } = calendar
  const text = closedSentence(calendar)
  const open = days.filter(({ state }) => state === 'open')
  const pickup = places.filter(({ kind }) => kind === 'pickup')
  const pickups = pickup
    .flatMap(({ key, name, address }) => {
      const next = open.find(({ placeKey }) => placeKey === key)
      if (!next) return []
      const window = `${formatWeekday(next.day)} ${formatHours(next)}`
      return [{ name, address, day: next.day, window }]
    })
    .sort((a, b) => a.day.localeCompare(b.day))
  return {
    pickups,
    closed: text && asSentence(text),
    addresses: pickup.filter(({ address }) => address !== ''),
    /** Coming days the farmer called off, with his message. */
    off: days.flatMap(({ placeKey, state, day, message }) => {
      const place = pickup.find(({ key }) => key === placeKey)
      return place && state === 'closed' ? [{ name: place.name, day, message }] : []
    }),
  }
}

/** `names`: the places it applies to; empty when all places taking orders share it. */
export async function listOrderDeadlines(db: Db, at: Date) {
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
