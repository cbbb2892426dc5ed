import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { readPeriod } from './read-period.ts'
import { readTotals } from './read-sales.ts'
import { fillFigures, refreshSales } from './refresh-sales.ts'
import { listStaleBlocks } from './sales-queries.ts'

async function aShopOf(orders: number) {
  const { db, clock } = await aShop()
  await fillWithOrders(db, orders, clock.now, [(await aProduct(db)).id, (await aProduct(db)).id])
  return db
}

const TRUE = sql.raw(inject('postgresUrl') ? 'true' : '1')

/** The number of an order and its payment’s, in every change that sums are made of. */
const CHANGES = [
  sql`update orders set status = 'cancelled' where id = 1500`,
  sql`update orders set created_at = '2020-01-01T00:00:00.000Z' where id = 1500`,
  sql`update order_items set returned = 1 where order_id = 1500`,
  sql`delete from order_items where order_id = 1500`,
  sql`update payments set captured_cents = 0 where order_id = 1500`,
  sql`insert into refunds (id, payment_id, amount_cents, reason, restock, state, created_at)
    values ('r', 'many-1500', 100, 'x', false, 'requested', '2026-11-20T12:00:00.000Z')`,
  sql`update refunds set state = 'failed'`,
  sql`update refunds set payment_id = 'many-1501'`,
  sql`delete from refunds`,
  sql`update orders set pickup_date = '2020-01-04' where id = 1500`,
  sql`update orders set pickup_location = 'farm_store' where id = 1500`,
  sql`update payments set fee_cents = 59 where order_id = 1500`,
  sql`update payments set captured_at = '2020-01-02T00:00:00.000Z' where order_id = 1500`,
  sql`insert into tenders (id, order_id, name, is_cash, amount_cents, at)
    values ('t', 1500, 'Cash', ${TRUE}, 300, '2026-11-20T12:00:00.000Z')`,
  sql`update tenders set amount_cents = 400`,
  sql`delete from tenders`,
  sql`insert into order_changes (id, order_id, number, changed_by, reason, body_hash, delivery_cents,
      delta_cents, refunded_cents, forgone_cents, at)
    values ('c', 1500, 1, 'farmer', 'x', '', -100, -100, 0, 100, '2026-11-20T12:00:00.000Z')`,
]

const readAll = (db: Db) =>
  readPeriod(db, {
    ...{ query: { from: '2019-01-01', to: '2028-01-01' }, now: new Date('2026-11-20') },
    livemode: false,
  })

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
    const figures = await readAll(db)
    await refreshSales(db)
    expect(await readTotals(db, 'test')).toEqual(totals)
    expect(await readAll(db)).toEqual(figures)
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

test('a shop of before is filled with figures in the background, and tells what is left until then', async () => {
  const db = await aShopOf(2100)
  await refreshSales(db)
  const figures = await readAll(db)
  expect(figures.revenue).toBeGreaterThan(40_000)
  const emptied = async () => {
    for (const table of ['figure_orders', 'figure_goods', 'figure_cards'])
      await change(db, sql`delete from ${sql.table(table)}`)
    await change(db, sql`insert into figures_to_fill select distinct id / 1000 from orders`)
  }
  await emptied()
  expect(await readAll(db)).toEqual(figures)
  await change(
    db,
    sql`insert into figures_to_fill values (100), (101), (102), (103), (104), (105), (106), (107), (108), (109), (110), (111)`,
  )
  expect((await readAll(db)).left).toBe(3)
  await Promise.all([fillFigures(db), refreshSales(db), fillFigures(db)])
  expect(await readAll(db)).toEqual(figures)
  expect((await checkBooks(db)).filter(({ law }) => law === 'sales')).toEqual([])
  await change(db, sql`update figure_goods set cents = cents + 1 where block = 1`)
  expect((await checkBooks(db)).filter(({ law }) => law === 'sales')).not.toEqual([])
})
