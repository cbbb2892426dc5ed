import type { OrderingCalendar } from './market-days.ts'

/** What a shop that changed nothing calls where it delivers (specification, section 4). */
const FIRST_AREA = 'Hot Springs area'

/**
 * Where the farm delivers: `Hot Springs area`, or the names of the farmer's own zones: `Custer, Hot Springs`. Empty where none says
 * more than that there is delivery, null where there is none.
 */
export function deliveryArea(calendar: Pick<OrderingCalendar, 'places'> | null): string | null {
  if (!calendar) return FIRST_AREA
  const zones = calendar.places.filter(({ kind }) => kind === 'delivery')
  const [only, ...others] = zones
  if (!only) return null
  const isAsAtFirst = others.length === 0 && only.key === FIRST_ZONE.key && !only.hasDays
  if (isAsAtFirst && only.name === FIRST_ZONE.name) return FIRST_AREA
  return zones.flatMap(({ name }) => (name === FIRST_ZONE.name ? [] : [name])).join(', ')
}

/** The zone that every shop begins with: everywhere, on no day. */
const FIRST_ZONE = { key: 'delivery', name: 'Delivery' }
