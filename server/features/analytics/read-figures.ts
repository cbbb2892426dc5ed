import type { Dashboard, Figures } from '#contract/analytics.ts'
import { farmDayOf } from '#contract/farm-time.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { countProducts, readLowStock } from './low-stock-queries.ts'
import { readSales, readTotals, type Sales } from './read-sales.ts'
import { readProductNames } from './sales-queries.ts'
import type { Sold } from './share-money.ts'

/** The desk's four figures; revenue counts live money only in live mode, else the test money. */
export async function readDashboard(
  db: Db,
  { livemode }: { livemode: boolean },
): Promise<Dashboard> {
  const totals = await readTotals(db, livemode ? 'live' : 'test')
  const products = await countProducts(db)
  return {
    totalOrders: totals.orders,
    totalRevenue: dollarsOf(totals.cents),
    totalProducts: products.all,
    lowStockProducts: products.low,
    testMode: !livemode,
  }
}

const WEEKS = 26
const BEST_SELLER_WEEKS = 13

const MAX_BEST_SELLERS = 10

export async function readFigures(
  db: Db,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<Figures> {
  const mondays = lastMondays(now, WEEKS, await readTimeZone(db))
  const money = livemode ? 'live' : 'test'
  const productsSince = mondays.at(-BEST_SELLER_WEEKS) ?? ''
  const sales = await readSales(db, { money, since: mondays[0] ?? '', productsSince })
  return {
    weeks: mondays.map((monday) => weekOf(monday, sales.days)),
    bestSellers: await named(db, bestOf(sales.products)),
    lowStock: await readLowStock(db),
    testMode: !livemode,
  }
}

function weekOf(monday: string, days: Sales['days']): Figures['weeks'][number] {
  const end = Temporal.PlainDate.from(monday).add({ weeks: 1 }).toString()
  const own = days.filter(({ day }) => day >= monday && day < end)
  return {
    monday,
    orders: own.reduce((sum, { orders }) => sum + orders, 0),
    revenue: dollarsOf(own.reduce((sum, day) => sum + day.cents, 0)),
  }
}

function bestOf(sales: readonly Sold[]): Sold[] {
  const byProduct = new Map<number, Sold>()
  for (const { productId, quantity, cents } of sales) {
    const sold = byProduct.get(productId)
    if (!sold) byProduct.set(productId, { productId, quantity, cents })
    else {
      sold.quantity += quantity
      sold.cents += cents
    }
  }
  const standing = [...byProduct.values()].filter(({ quantity }) => quantity > 0)
  standing.sort((one, other) => other.quantity - one.quantity || one.productId - other.productId)
  return standing.slice(0, MAX_BEST_SELLERS)
}

async function named(db: Db, sold: readonly Sold[]): Promise<Figures['bestSellers']> {
  const names = await readProductNames(
    db,
    sold.map(({ productId }) => productId),
  )
  return sold.map(({ productId, quantity, cents: taken }) => {
    return {
      productId,
      name: names.get(productId) ?? '',
      quantity,
      revenue: dollarsOf(taken),
    }
  })
}

/** The Mondays of the last weeks by the farm's calendar; this week's is the last. */
export function lastMondays(now: Date, count: number, timeZone: string): string[] {
  const monday = Temporal.PlainDate.from(mondayOf(now.toISOString(), timeZone))
  return Array.from({ length: count }, (_, week) =>
    monday.subtract({ weeks: count - 1 - week }).toString(),
  )
}

/** The Monday of the farm's week that an instant lies in, as YYYY-MM-DD. */
export function mondayOf(instant: string, timeZone: string): string {
  const day = farmDayOf(instant, timeZone)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}
