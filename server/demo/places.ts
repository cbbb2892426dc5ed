import { mapLink } from '#contract/calendar/map-link.ts'
import { SEEDED_PLACES } from '#contract/settings/seeded-facts.ts'
import type { Db } from '#server/db/write.ts'
import { insertOpenZone } from '#server/features/calendar/edit-place.ts'
import type { DEMO_STREETS } from './settings.ts'

/** The specification's places, each on Saturdays (order by the end of Friday), plus delivery. */
export async function insertDemoPlaces(
  tx: Db,
  { streets = {}, daysAhead = 1 }: { streets?: typeof DEMO_STREETS; daysAhead?: number } = {},
): Promise<void> {
  for (const [index, { key, name, opens, closes }] of SEEDED_PLACES.entries()) {
    const { address = '', point } = streets[key] ?? {}
    const { id } = await tx
      .insertInto('places')
      .values({
        key,
        kind: 'pickup',
        name,
        position: index + 1,
        days_ahead: daysAhead,
        note: '',
        address,
        map_url: point ? mapLink(null, point) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const weekly = { place_id: id, weekday: 6, every_weeks: 1, first_day: '2020-01-04' } as const
    await tx
      .insertInto('day_rules')
      .values({ ...weekly, opens, closes, order_days: 0, order_time: '00:00' })
      .execute()
  }
  await insertOpenZone(tx, SEEDED_PLACES.length + 1)
}
