import { SEEDED_PLACES, SEEDED_ZONE } from '#contract/settings/seeded-facts.ts'
import { INITIAL_SETTINGS, SETTING_VALUES } from '#contract/settings/setting-table.ts'
import type { DayRule, Place } from './calendar-queries.ts'

const SATURDAY = 6

type CalendarFacts = {
  places: readonly Place[]
  rules: readonly DayRule[]
  defaultState: string
  /** The farm's. */
  address: string
}

/**
 * Whether places, days and the default state are still the ones a shop starts with; only then do
 * the specification's fixed texts apply. Order deadlines and capacities appear in none of them.
 */
export function isSeeded({ places, rules, defaultState, address }: CalendarFacts): boolean {
  const pickup = places.filter(({ kind }) => kind === 'pickup')
  const [zone, ...zones] = places.filter(({ kind }) => kind === 'delivery')
  return (
    defaultState === SETTING_VALUES.default_state &&
    isSeededAddress(address) &&
    pickup.length === SEEDED_PLACES.length &&
    rules.length === SEEDED_PLACES.length &&
    pickup.every((place) => isSeededPlace(place, rules)) &&
    zone?.name === SEEDED_ZONE &&
    zone.zips === null &&
    zones.length === 0
  )
}

function isSeededAddress(address: string): boolean {
  return address === '' || address === INITIAL_SETTINGS.business_address
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
