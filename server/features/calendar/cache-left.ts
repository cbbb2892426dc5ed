import { cacheByVersion } from '#server/db/cache-by-version.ts'
import type { Db } from '#server/db/tables.ts'
import { listLeft } from './change-limits.ts'
import type { BuyersDays } from './list-days.ts'

/**
 * What the days that buyers may choose have left of limited products, read once per change of the
 * shop and day, however many ask. Other days are read each time, and not kept: anybody may name any
 * number.
 */
export function cacheLeft(
  db: Db,
  changes: () => number,
  days: () => Promise<BuyersDays>,
): (dayId: number) => ReturnType<typeof listLeft> {
  const choosable = cacheByVersion(
    changes,
    async () => new Map((await days()).calendar.days.map(({ id }) => [id, null as Cached | null])),
  )
  return async (dayId) => {
    const cached = await choosable()
    const found = cached.get(dayId)
    if (found) return found
    const reading = listLeft(db, dayId)
    if (found === undefined) return reading
    cached.set(dayId, reading)
    reading.catch(() => cached.set(dayId, null))
    return reading
  }
}

type Cached = ReturnType<typeof listLeft>
