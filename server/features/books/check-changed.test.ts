import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BookRow } from '#contract/money/books.ts'
import { type Db, write } from '#server/db/write.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { checkBooks, checkChanged } from './check-books.ts'
import { changedOrders } from './routes.ts'

const ORDERS = 2100

const SPOILS = [
  (id: number) => sql`update order_items set unit_cents = unit_cents + 1 where order_id = ${id}`,
  (id: number) => sql`update order_items set unit_cents = 1000 where order_id = ${id}`,
  (id: number) => sql`update stock_movements set delta = delta - 1 where order_id = ${id}`,
  (id: number) =>
    sql`update payments set captured_cents = captured_cents - 1 where order_id = ${id}`,
  (id: number) => sql`update payments set captured_cents = amount_cents where order_id = ${id}`,
  (
    id: number,
  ) => sql`insert into refunds (id, payment_id, amount_cents, reason, restock, state, created_at)
    values (${crypto.randomUUID()}, ${`many-${id}`}, 9999, 'x', false, 'requested', '')`,
  (
    id: number,
  ) => sql`insert into stock_movements (product_id, delta, reason, order_id, at) select product_id, 1, 'sold', order_id, at
    from stock_movements where order_id = ${id}`,
]

async function aManyOrderShop() {
  const { db, clock } = await aShop()
  const { id } = await aProduct(db)
  await fillWithOrders(db, ORDERS, clock.now, [id])
  return db
}

const spoiled = (db: Db, kind: number, orderId: number) =>
  write(db, async (tx, emit) => {
    await SPOILS[kind]?.(orderId).execute(tx)
    // Stock follows its movements here, since only the stock law is always checked in full.
    await sql`update products set stock = (select sum(delta) from stock_movements)`.execute(tx)
    emit({ kind: 'orders', orderId })
  })

const inOrder = (rows: BookRow[]) =>
  rows.map(({ law, subject, message: text }) => `${law} ${subject} ${text}`).sort()

test('going by what changed since finds what a look at everything finds', async () => {
  const db = await aManyOrderShop()
  const changed = changedOrders(db)
  changed.take()
  let found = await checkChanged(db, null)
  const spoil = fc.record({
    kind: fc.nat(SPOILS.length - 1),
    orderId: fc.integer({ min: 1, max: ORDERS }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(spoil, { maxLength: 4 }), async (spoils) => {
      for (const { kind, orderId } of spoils) await spoiled(db, kind, orderId)
      const blocks = changed.take()
      expect(blocks).not.toBe('all')
      found = await checkChanged(db, { found, blocks: blocks === 'all' ? [] : blocks })
      const rows = [...found.products, ...found.orders, ...found.days]
      expect(inOrder(rows)).toEqual(inOrder(await checkBooks(db)))
    }),
    { numRuns: 20 },
  )
  expect(found.orders.length).toBeGreaterThan(0)
})

test('what nobody told of is left as it was found, and a look at everything finds it', async () => {
  const db = await aManyOrderShop()
  const found = await checkChanged(db, null)
  await write(db, (tx) =>
    sql`update order_items set unit_cents = 1 where order_id = 2050`.execute(tx),
  )
  expect((await checkChanged(db, { found, blocks: [0, 1] })).orders).toEqual([])
  expect((await checkChanged(db, { found, blocks: [2] })).orders).toMatchObject([
    { subject: 'order:2050' },
  ])
  expect((await checkChanged(db, null)).orders).toMatchObject([{ subject: 'order:2050' }])
})

test('a movement that was committed after one with a greater number is found where stock seems to differ', async () => {
  const { db } = await aShop()
  const { id, stock } = await aProduct(db)
  const found = await checkChanged(db, null)
  const late = { ...found, moved: [] satisfies [number, number][] }
  expect((await checkChanged(db, { found: late, blocks: [] })).products).toEqual([])
  expect((await checkChanged(db, { found, blocks: [] })).moved).toEqual([[id, stock]])
})
