import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { readTotals } from './read-sales.ts'
import { refreshSales } from './refresh-sales.ts'
import { listStaleBlocks } from './sales-queries.ts'

async function aShopOf(orders: number) {
  const { db, clock } = await aShop()
  await fillWithOrders(db, orders, clock.now, [(await aProduct(db)).id, (await aProduct(db)).id])
  return db
}

/** The number of an order and its payment’s, in every change that sums are made of. */
const CHANGES = [
  sql`update orders set status = 'cancelled' where id = 1500`,
  sql`update orders set created_at = '2020-01-01T00:00:00.000Z' where id = 1500`,
  sql`update order_items set returned = 1 where order_id = 1500`,
  sql`delete from order_items where order_id = 1500`,
  sql`update payments set captured_cents = 0 where order_id = 1500`,
  sql`insert into refunds (id, payment_id, amount_cents, reason, restock, state, created_at)
    values ('r', 'many-1500', 100, 'x', false, 'requested', '')`,
  sql`update refunds set state = 'failed'`,
  sql`update refunds set payment_id = 'many-1501'`,
  sql`delete from refunds`,
]

const change = (db: Db, statement: (typeof CHANGES)[number]) =>
  write(db, (tx) => statement.execute(tx))

test('whatever sums are made of lists its block as stale when it changes, and a refresh makes them right again', async () => {
  const db = await aShopOf(2100)
  await refreshSales(db)
  for (const statement of CHANGES) {
    expect(await listStaleBlocks(db)).toEqual([])
    await change(db, statement)
    expect(await listStaleBlocks(db)).toEqual([1])
    const totals = await readTotals(db, 'test')
    await refreshSales(db)
    expect(await readTotals(db, 'test')).toEqual(totals)
    expect((await checkBooks(db)).filter(({ law }) => law === 'sales')).toEqual([])
  }
})

test('a change that is rolled back leaves the sums as they were', async () => {
  const db = await aShopOf(10)
  await refreshSales(db)
  const broken = write(db, async (tx) => {
    await sql`update orders set status = 'cancelled'`.execute(tx)
    throw new Error('not now')
  })
  await expect(broken).rejects.toThrow('not now')
  expect(await listStaleBlocks(db)).toEqual([])
})

test('orders that change while several processes refresh are in the sums', {
  timeout: 60_000,
}, async () => {
  const db = await aShopOf(1200)
  const refreshes = async () => {
    for (let count = 0; count < 15; count++) await refreshSales(db)
  }
  const changes = async (first: number) => {
    for (let id = first; id < first + 20; id++)
      await change(db, sql`update payments set captured_cents = 1 where order_id = ${id}`)
  }
  await Promise.all([refreshes(), refreshes(), changes(100), changes(500), changes(1050)])
  expect((await checkBooks(db)).filter(({ law }) => law === 'sales')).toEqual([])
  await refreshSales(db)
  expect(await listStaleBlocks(db)).toEqual([])
  expect((await checkBooks(db)).filter(({ law }) => law === 'sales')).toEqual([])
})
