import { marketDays } from '#contract/calendar/market-days.ts'
import { cacheByVersion } from '#server/db/cache-by-version.ts'
import type { Db } from '#server/db/write.ts'
import { jsonOf } from '#server/http/endpoints.ts'
import type { DbAndClock } from '#server/shop.ts'
import { nextBoundary } from './boundary-timer.ts'
import { listLeft } from './change-limits.ts'
import { type BuyersDays, readBuyersDays } from './list-days.ts'

type CachedDays = BuyersDays & {
  bytes: Buffer
  from: Date
  until: Date
}

/** Buyers' days, read once per change and day boundary: by the clock, not by a timer. */
export function cacheDays(
  { db, now }: DbAndClock,
  changes: () => number,
): () => Promise<CachedDays> {
  const read = async () => {
    const from = now()
    const until = await nextBoundary(db, from)
    const days = await readBuyersDays(db, from)
    const bytes = Buffer.from(jsonOf(marketDays.list, days.calendar))
    return { ...days, bytes, from, until }
  }
  return cacheByVersion(changes, read, ({ from, until }) => now() < from || now() >= until)
}

/**
 * What bookable days have left of limited products, read once per change of the shop and day. Other
 * days aren't cached: anyone may ask for any number.
 */
export function cacheLeft(
  db: Db,
  changes: () => number,
  days: () => Promise<BuyersDays>,
): (dayId: number) => ReturnType<typeof listLeft> {
  const each = cacheByVersion(changes, (dayId) => listLeft(db, Number(dayId)))
  return async (dayId) => {
    const { calendar } = await days()
    const isBookable = calendar.days.some(({ id }) => id === dayId)
    return isBookable ? each(String(dayId)) : listLeft(db, dayId)
  }
}
