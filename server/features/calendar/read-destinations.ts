import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import type { Place } from './calendar-queries.ts'
import { type DayWithPlace, listDaysWithPlaces } from './choose-day.ts'

export type Destination = {
  /** Null for a delivery. */
  place: Place | null
  /** Null for a delivery without a day of its own. */
  day: DayWithPlace | null
}

type Bound<Id> = { id: Id } & Pick<
  Selectable<Tables['orders']>,
  'market_day_id' | 'pickup_location'
>

export async function readDestinations<Id>(
  db: Db,
  orders: readonly Bound<Id>[],
): Promise<Map<Id, Destination>> {
  const ids = orders.flatMap(({ market_day_id }) => market_day_id ?? [])
  const days = await listDaysWithPlaces(db, [...new Set(ids)])
  const keys = orders.flatMap(({ pickup_location }) => pickup_location ?? [])
  const places = await listPlaces(db, [...new Set(keys)])
  const destinations = orders.map((order): [Id, Destination] => {
    const place = places.find(({ key }) => key === order.pickup_location) ?? null
    const day = days.find(({ id }) => id === order.market_day_id) ?? null
    return [order.id, { place, day }]
  })
  return new Map(destinations)
}

function listPlaces(db: Db, keys: readonly string[]): Promise<Place[]> {
  return db.selectFrom('places').selectAll().where('key', 'in', keys).execute()
}

export async function readDestination(db: Db, order: Bound<number>): Promise<Destination> {
  const found = await readDestinations(db, [order])
  return found.get(order.id) ?? { place: null, day: null }
}

/** Whether an order for a day may be added to now, ignoring pauses; its box has its room. */
export function takesOrders({ place, day }: Destination, now: string): boolean {
  if (!day || day.state === 'closed' || (place !== null && place.retired_at !== null)) return false
  return day.order_until > now
}
