import { startOfFarmDay } from '#contract/farm-time.ts'
import { snapshot } from '#server/db/write.ts'
import { firstOrderSince, readHours, readSold } from './figure-queries.ts'
import type { Reading } from './keep-sums.ts'
import type { Sold } from './share-money.ts'

/** The Mondays of the weeks whose revenue is wanted, the oldest first, and the one from which on products are counted. */
export type SalesWanted = { mondays: string[]; bestSince: string; livemode: boolean }

export type Sales = {
  weeks: Map<string, { orders: number; cents: number }>
  products: Sold[]
}

/** Sales by the farm's weeks; what is given back counts in the week of its order. */
export function salesOf({ mondays, bestSince, livemode }: SalesWanted): Reading<Sales> {
  const since = startOfFarmDay(mondays[0] ?? bestSince)
  const putIntoWeeks = weeksFrom(mondays)
  return {
    first: (db) => firstOrderSince(db, since),
    read: (db, range) =>
      snapshot(db, async (tx) => ({
        weeks: putIntoWeeks(await readHours(tx, range, { since, livemode })),
        products: await readSold(tx, range, { since: startOfFarmDay(bestSince), livemode }),
      })),
  }
}

type Hour = Awaited<ReturnType<typeof readHours>>[number]

/** By comparing instants: asking the calendar about every hour of half a year would take longer than reading it. */
function weeksFrom(mondays: readonly string[]): (hours: readonly Hour[]) => Sales['weeks'] {
  const starts = mondays.map((monday) => ({ monday, start: startOfFarmDay(monday) }))
  const end = startOfFarmDay(
    Temporal.PlainDate.from(mondays.at(-1) ?? '')
      .add({ weeks: 1 })
      .toString(),
  )
  return (hours) => {
    const weeks: Sales['weeks'] = new Map()
    for (const { at, orders, cents } of hours) {
      const monday = at < end ? starts.findLast(({ start }) => start <= at)?.monday : undefined
      if (monday === undefined) continue
      const week = weeks.get(monday) ?? { orders: 0, cents: 0 }
      weeks.set(monday, { orders: week.orders + orders, cents: week.cents + cents })
    }
    return weeks
  }
}
