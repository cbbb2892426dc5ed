import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { type Db, write } from '#server/db/write.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { readDashboard, readTakings } from './read-dashboard.ts'
import { readPeriod } from './read-period.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')
const REQUEST = { now: NOW, livemode: false }

/**
 * SQLite also names a subquery `orders` in its plans, so the indexes of `orders` are checked by
 * name.
 */
const IS_LARGE =
  /Seq Scan on orders|\b(order_items|payments|refunds|sales|sale_items|market_days|stock_movements)\b/

async function aShopOfThousands() {
  const { db } = await aShop({ hasNewDatabase: true })
  await fillWithOrders(db, 2500, NOW, [(await aProduct(db)).id])
  if (inject('postgresUrl')) await write(db, (tx) => sql`analyze`.execute(tx))
  return db
}

const readMonth = (db: Db) => readPeriod(db, { ...REQUEST, query: { period: 'this-month' } })

const QUESTIONS = [
  [readDashboard, ['payments_captured']],
  [readTakings, ['payments_captured']],
  [
    readMonth,
    [
      ...['orders_of_market_day', 'orders_newest', 'order_items_returned', 'payments_captured'],
      ...['refunds_by_time', 'sales_of_day', 'tenders_by_time'],
      ...['tenders_of_sale', 'stock_movements_by_time'],
    ],
  ],
] as const

test('the dashboard, the takings and a month ask indexes, and no long table is read whole', async () => {
  const db = await aShopOfThousands()
  for (const [read, indexes] of QUESTIONS) {
    const plans = await plansOf(db, (its) => read(its, REQUEST))
    // PostgreSQL picks among several by table size.
    if (!inject('postgresUrl'))
      for (const index of indexes) expect(plans.join('\n')).toContain(index)
    expect(plans.filter((line) => READS_ALL.test(line) && IS_LARGE.test(line))).toEqual([])
  }
})
