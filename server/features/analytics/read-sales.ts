import type { SalesMoney } from '#server/db/tables/analytics.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import {
  listStaleBlocks,
  readLines,
  readOrders,
  readStoredDays,
  readStoredProducts,
  type SalesSince,
  sumStored,
} from './sales-queries.ts'
import type { Sold } from './share-money.ts'
import { type DaySales, sumSales } from './sum-sales.ts'

/** What was sold by day and by product, in cents; a day or a product may have several parts. */
export type Sales = { days: Pick<DaySales, 'day' | 'orders' | 'cents'>[]; products: Sold[] }

/** All orders that are not cancelled, and one kind of money in cents. */
export function readTotals(db: Db, money: SalesMoney): Promise<{ orders: number; cents: number }> {
  return snapshot(db, async (tx) => {
    const timeZone = await readTimeZone(tx)
    let { orders, cents } = await sumStored(tx, money)
    for (const block of await listStaleBlocks(tx)) {
      for (const day of sumSales(await readOrders(tx, block), [], timeZone)) {
        orders += day.orders
        if (day.money === money) cents += day.cents
      }
    }
    return { orders, cents }
  })
}

export function readSales(db: Db, wanted: SalesSince & { productsSince: string }): Promise<Sales> {
  const { money, since, productsSince } = wanted
  return snapshot(db, async (tx) => {
    const timeZone = await readTimeZone(tx)
    const days: Sales['days'] = await readStoredDays(tx, { money, since })
    const products: Sold[] = await readStoredProducts(tx, { money, since: productsSince })
    for (const block of await listStaleBlocks(tx)) {
      const fresh = sumSales(await readOrders(tx, block), await readLines(tx, block), timeZone)
      // Orders without a card count as well; what was taken for them is no revenue.
      const own = fresh.filter((day) => day.money === money || day.money === 'none')
      days.push(...own.filter(({ day }) => day >= since))
      products.push(...own.filter(({ day }) => day >= productsSince).flatMap((day) => day.products))
    }
    return { days, products }
  })
}
