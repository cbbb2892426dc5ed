import type { Dashboard, Figures } from '#contract/money/analytics.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { LOW_STOCK } from '#contract/products/stock.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { farmSpans } from './farm-spans.ts'
import { countOrders, sumByPlacing, sumCards } from './figure-queries.ts'

/** Revenue counts live money only in live mode, else test money. */
export async function readDashboard(
  db: Db,
  { livemode }: { livemode: boolean },
): Promise<Dashboard> {
  const products = await countProducts(db)
  return {
    totalOrders: await countOrders(db),
    totalRevenue: dollarsOf(await sumCards(db, livemode)),
    totalProducts: products.all,
    lowStockProducts: products.low,
    testMode: !livemode,
  }
}

const WEEKS = 26

export async function readFigures(
  db: Db,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<Figures> {
  const timeZone = await readTimeZone(db)
  const [monday, to] = [
    mondayOf(now.toISOString(), timeZone),
    farmDayOf(now.toISOString(), timeZone),
  ]
  const from = monday.subtract({ weeks: WEEKS - 1 }).toString()
  const days = farmSpans({ from, to: to.toString() }, { days: 7 }, timeZone)
  const sums = await sumByPlacing(db, { days, livemode })
  return {
    weeks: days.map(({ day }) => {
      const { orders, cents } = sums.get(day) ?? { orders: 0, cents: 0 }
      return { monday: day, orders, revenue: dollarsOf(cents) }
    }),
    lowStock: await readLowStock(db),
    testMode: !livemode,
  }
}

export function mondayOf(instant: string, timeZone: string): Temporal.PlainDate {
  const day = farmDayOf(instant, timeZone)
  return day.subtract({ days: day.dayOfWeek - 1 })
}

function countProducts(db: Db): Promise<{ all: number; low: number }> {
  return db
    .selectFrom('products')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('stock', '<=', LOW_STOCK).as('low'),
    ])
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
}

function readLowStock(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('archived_at', 'is', null)
    .where('stock', '<=', LOW_STOCK)
    .orderBy('stock')
    .orderBy('name')
    .execute()
}
