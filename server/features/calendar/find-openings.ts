import { farmDayOf } from '#contract/farm-time.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { listDaysToCome, type MarketDay, readCalendar } from './calendar-queries.ts'
import { planPlace } from './plan-days.ts'

/**
 * So far ahead a place's next opening is looked for: every season comes within it, and a month and a
 * day say which one is meant.
 */
const LOOKS_AHEAD = { months: 11 }

/**
 * When places open again that have no day to order for now, by their numbers: the first day that
 * rules and closures make beyond the days that are stored.
 */
export async function findOpenings(
  db: Db,
  placeIds: readonly number[],
  { stored, at }: { stored: readonly MarketDay[]; at: Date },
): Promise<Map<number, string>> {
  if (placeIds.length === 0) return new Map()
  const timeZone = await readTimeZone(db)
  const calendar = await readCalendar(db)
  const from = farmDayOf(at.toISOString(), timeZone)
  const span = { from, until: from.add(LOOKS_AHEAD) }
  return new Map(
    placeIds.flatMap((id): [number, string][] => {
      const known = new Set(stored.flatMap((row) => (row.place_id === id ? [row.day] : [])))
      const next = planPlace(id, calendar, span, timeZone).find(
        ({ day, state, order_until }) =>
          state === 'open' && order_until > at.toISOString() && !known.has(day),
      )
      return next ? [[id, next.day]] : []
    }),
  )
}

/** When a place opens again that has no day to order for now; null where nobody knows. */
export async function findOpening(
  db: Db,
  { id }: { id: number },
  at: Date,
): Promise<string | null> {
  const stored = await listDaysToCome(db, at)
  const openings = await findOpenings(db, [id], { stored, at })
  return openings.get(id) ?? null
}
