import type { Figures } from '#contract/analytics.ts'
import { startOfFarmDay } from '#contract/farm-time.ts'
import { cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { readBestSellers, readHours, readLowStock } from './figure-queries.ts'
import { lastMondays, mondayOf } from './weeks.ts'

/** How far back revenue and best sellers go, in weeks. */
const WEEKS = 26
const BEST_SELLER_WEEKS = 13

const MOST_BEST_SELLERS = 10

type Asked = { now: Date; livemode: boolean }

/** What the farmer plans by; money counts live money only in live mode, else the test money. */
export async function readFigures(db: Db, { now, livemode }: Asked): Promise<Figures> {
  const mondays = lastMondays(now, WEEKS)
  const since = (weeks: number) => startOfFarmDay(mondays.at(-weeks) ?? '')
  const [hours, best, lowStock] = await Promise.all([
    readHours(db, { since: since(WEEKS), livemode }),
    readBestSellers(db, { since: since(BEST_SELLER_WEEKS), livemode, most: MOST_BEST_SELLERS }),
    readLowStock(db),
  ])
  return {
    weeks: inWeeks(mondays, hours),
    bestSellers: best.map(({ cents: taken, ...product }) => ({ ...product, revenue: toDollars(cents(taken)) })),
    lowStock,
    testMode: !livemode,
  }
}

type Hour = Awaited<ReturnType<typeof readHours>>[number]

function inWeeks(mondays: readonly string[], hours: readonly Hour[]): Figures['weeks'] {
  const byWeek = Map.groupBy(hours, ({ at }) => mondayOf(at))
  return mondays.map((monday) => {
    const week = byWeek.get(monday) ?? []
    const total = (of: (hour: Hour) => number) => week.reduce((sum, hour) => sum + of(hour), 0)
    return {
      monday,
      orders: total(({ orders }) => orders),
      revenue: toDollars(cents(total((hour) => hour.cents))),
    }
  })
}
