import { formatLongDay } from '#contract/date-format.ts'
import { asSentence, closedSentence } from '#contract/day-words.ts'
import { withArea } from '#contract/seeded-facts.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { Db } from '#server/db/tables.ts'
import { listOrderingCalendar } from './list-days.ts'

/** `day`: YYYY-MM-DD; `window`: `Saturday 9am to noon`. */
export type NextPickup = { name: string; address: string; day: string; window: string }

type NextPickups = {
  /** The earliest first. */
  pickups: NextPickup[]
  /** Why no order is taken now, in a sentence. */
  closed: string | null
  /** Every pickup place in use that has an address. */
  addresses: { name: string; address: string }[]
  /** `We deliver in the Hot Springs area`; null where the farm does not deliver. */
  delivery: string | null
}

/** The next day at each pickup place for which an order placed now is taken, and where that is. */
export async function listNextPickups(db: Db, at: Date): Promise<NextPickups> {
  const calendar = await listOrderingCalendar(db, at)
  const { places, days } = calendar
  const words = closedSentence(calendar)
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
    closed: words && asSentence(words),
    addresses: pickup.filter(({ address }) => address !== ''),
    delivery: withArea('We deliver', calendar),
  }
}
