import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { readSales } from './read-sales.ts'
import { refreshSales } from './refresh-sales.ts'
import { readLines, readOrders } from './sales-queries.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')

async function aShopOfThousands() {
  const { db } = await aShop({ hasNewDatabase: true })
  await fillWithOrders(db, 2500, NOW, [(await aProduct(db)).id])
  await refreshSales(db)
  if (inject('postgresUrl')) await write(db, (tx) => sql`analyze`.execute(tx))
  return db
}

test('a block of orders is summed up by indexes, and nothing is read whole', async () => {
  const plans = await plansOf(await aShopOfThousands(), async (db) => {
    await readOrders(db, 1)
    await readLines(db, 1)
  })
  expect(plans.join('\n')).toMatch(/payments_order_id_key|autoindex_payments_3/)
  expect(plans.filter((line) => READS_ALL.test(line))).toEqual([])
})

test('of the stored sums those of half a year are read, whatever stands before', async () => {
  const plans = await plansOf(await aShopOfThousands(), (db) =>
    readSales(db, { money: 'test', since: '2026-05-25', productsSince: '2026-08-24' }),
  )
  expect(plans.join('\n')).toMatch(/sales_days_of_day.*sales_products_of_day/s)
  expect(plans.filter((line) => READS_ALL.test(line) && !line.includes('stale_sales'))).toEqual([])
})
