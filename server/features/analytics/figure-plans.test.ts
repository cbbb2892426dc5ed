import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { totalsOf } from './dashboard-queries.ts'
import { salesOf } from './sum-sales.ts'
import { lastMondays } from './weeks.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')
const mondays = lastMondays(NOW, 26)

test.each([
  ['the dashboard', totalsOf({ livemode: false })],
  ['the figures', salesOf({ mondays, bestSince: mondays.at(-13) ?? '', livemode: false })],
])('a thousand orders are summed up for %s by indexes, and nothing is read whole', async (_, reading) => {
  const { db } = await aShop()
  await fillWithOrders(db, 2500, NOW, [(await aProduct(db)).id])
  if (inject('postgresUrl')) await write(db, (tx) => sql`analyze`.execute(tx))
  const plans = await plansOf(db, async (tx) => {
    await reading.first(tx)
    await reading.read(tx, { from: 1000, until: 2000 })
  })
  expect(plans.join('\n')).toMatch(/payments_order_id_key|autoindex_payments_3/)
  expect(plans.filter((line) => READS_ALL.test(line))).toEqual([])
})
