import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { write } from '#server/db/write.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { listToBring } from './bring-list.ts'
import { listToHarvest } from './harvest-list.ts'
import { listToPack } from './list-orders-of-day.ts'
import { listDaysWithLists } from './list-scope.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')

test('the lists of a day are found by their indexes, and no table of orders is read whole', async () => {
  const { db } = await aShop({ hasNewDatabase: true })
  const { id } = await aProduct(db)
  await fillWithOrders(db, 2000, NOW, [id])
  await write(db, (tx) =>
    tx.updateTable('orders').set({ market_day_id: 1 }).where('id', '<=', 100).execute(),
  )
  if (inject('postgresUrl')) await write(db, (tx) => sql`analyze`.execute(tx))
  const lists = (day: string) =>
    plansOf(db, async (tx) => [
      await listToHarvest(tx, { day }),
      await listToPack(tx, { day }),
      await listDaysWithLists(tx, NOW),
    ])
  const [ofDay, withoutDay] = [await lists('2026-11-21'), await lists(WITHOUT_DAY)]
  expect(ofDay.join('\n')).toMatch(/orders_of_market_day/)
  expect(withoutDay.join('\n')).toMatch(/orders_to_pack/)
  expect([...ofDay, ...withoutDay].filter((line) => READS_ALL.test(line))).toEqual([])
  const toBring = await plansOf(db, (tx) => listToBring(tx, { day: '2026-11-28' }))
  expect(toBring.join('\n')).toMatch(/orders_of_market_day/)
  expect(
    toBring.filter((line) => READS_ALL.test(line) && !/sales|sale_items|SCAN sold$/.test(line)),
  ).toEqual([])
})
