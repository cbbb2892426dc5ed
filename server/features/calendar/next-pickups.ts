import { formatLongDay } from '#contract/date-format.ts'
import { asSentence, closedSentence } from '#contract/day-words.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { Db } from '#server/db/tables.ts'
import { listOrderingCalendar } from './list-days.ts'

/** `day`: YYYY-MM-DD; `window`: `Saturday 9am to noon`. */
export type NextPickup = { name: string; day: string; window: string }

/**
 * The next day at each pickup place for which an order placed now is taken, the earliest first; and
 * why none is taken, in a sentence.
 */
export async function listNextPickups(
  db: Db,
  at: Date,
): Promise<{ pickups: NextPickup[]; closed: string | null }> {
  const calendar = await listOrderingCalendar(db, at)
  const { places, days } = calendar
  const words = closedSentence(calendar)
  const open = days.filter(({ state }) => state === 'open')
  const pickups = places
    .filter(({ kind }) => kind === 'pickup')
    .flatMap(({ key, name }) => {
      const next = open.find(({ placeKey }) => placeKey === key)
      if (!next) return []
      const [weekday] = formatLongDay(next.day).split(',', 1)
      return [{ name, day: next.day, window: `${weekday} ${formatHours(next)}` }]
    })
    .sort((a, b) => a.day.localeCompare(b.day))
  return { pickups, closed: words && asSentence(words) }
}
