import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type BookRow, differs } from '#contract/money/books.ts'
import { type Db, write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aTroubledShop } from '#tests/a-troubled-shop.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { takenBack } from '#tests/taken-back.ts'
import { checkBooks } from './check-books.ts'

/** Node's call stack holds about 120,000 arguments. */
const MANY = 150_000

async function aSoldShop() {
  const its = await aTroubledShop()
  await aKeyedBuyer(its.shop).buy(its.body)
  await aKeyedBuyer(its.shop).buy(orderBody([[its.eggs, 1]]))
  const spoil = (statement: RawBuilder<unknown>) =>
    write(its.shop.db, (tx: Db) => statement.execute(tx))
  return { ...its, spoil, settled: its.shop.settled }
}

test('a change’s refund that failed and went back otherwise is named, and is not wrong', async () => {
  const { shop, desk, eggs, spoil, settled } = await aSoldShop()
  const change = { lines: [{ productId: eggs.id, units: -1 }], reason: '', notifiesBuyer: false }
  const send = (more: object) =>
    desk('POST', '/api/orders/1/changes', { id: crypto.randomUUID(), ...change, ...more })
  const { revision } = (await send({})).json()
  await send({ revision })
  await settled()
  await spoil(sql`update refunds set state = 'failed'`)
  expect(await checkBooks(shop.db)).toEqual([])
  await spoil(
    sql`insert into refunds (id, payment_id, amount_cents, reason, restock, state, created_at)
      select 'r', id, 1500, 'By check', false, 'succeeded', '' from payments where order_id = 1`,
  )
  const [row, ...others] = await checkBooks(shop.db)
  expect([row?.law, row?.subject, row?.message, others]).toEqual([
    ...['settled', 'order:1'],
    'Change 1 of order #1: its refund of $5.00 failed, and was settled otherwise: $0.00 of the order is left to give back.',
    [],
  ])
  expect(differs({ law: 'settled' })).toBe(false)
})

test.runIf(IS_LONG)('more rows than a function takes arguments are all named', async () => {
  const { shop, spoil } = await aSoldShop()
  const numbers = sql`with recursive numbers (n) as
    (select 1000 union all select n + 1 from numbers where n < ${1000 + MANY - 1})`
  await spoil(sql`insert into products (id, name, category, description, price_cents, stock, created_at, updated_at)
    ${numbers} select n, 'Eggs', 'Farm Eggs', '', 500, 0, '', '' from numbers`)
  await spoil(sql`insert into stock_movements (product_id, delta, reason, order_id, at)
    ${numbers} select n, -1, 'sold', 1, '' from numbers`)
  const moved = (await checkBooks(shop.db)).filter(({ law }) => law === 'movements')
  expect(moved).toHaveLength(MANY)
})

const journal = (delta: number, reason: string, undoes: string) =>
  sql`insert into stock_movements (product_id, delta, reason, undoes_id, at)
    select 1, ${sql.lit(delta)}, ${sql.lit(reason)}, ${sql.raw(undoes)}, ''`

/** What is wrong, the statement that makes it so, and the rows it is named by. */
const WRONG: [string, RawBuilder<unknown>, Partial<BookRow>[]][] = [
  [
    'stock that was changed without a movement',
    sql`update products set stock = 9`,
    [
      {
        law: 'stock',
        subject: 'product:1',
        found: 9,
        expected: 6,
        message: 'Eggs: the stock is 9, but its movements add up to 6.',
      },
    ],
  ],
  [
    'a movement that is no order’s line',
    sql`update stock_movements set delta = -4 where order_id = 1`,
    [
      { law: 'stock', subject: 'product:1', found: 6, expected: 5 },
      {
        law: 'movements',
        subject: 'order:1',
        found: -4,
        expected: -3,
        message: 'Order #1 moved product 1 by -4, but its lines say -3.',
      },
    ],
  ],
  [
    'an order that says it holds what it gave back',
    sql`update orders set stock_taken = false where id = 2`,
    [{ law: 'movements', subject: 'order:2', found: -1, expected: 0 }],
  ],
  [
    'lines that do not make the subtotal',
    sql`update order_items set unit_cents = 501 where order_id = 2`,
    [
      {
        law: 'subtotal',
        subject: 'order:2',
        found: 500,
        expected: 501,
        message: 'Order #2 has a subtotal of $5.00, but its lines add up to $5.01.',
      },
    ],
  ],
  [
    'a line that says it was changed and has no change',
    sql`update order_items set changed = 1, changed_cents = 200 where order_id = 2`,
    [
      { law: 'movements', subject: 'order:2', found: -1, expected: -2 },
      {
        law: 'changed',
        subject: 'order:2',
        found: 200,
        expected: 0,
        message: 'Order #2 has product 1 changed by 1 for $2.00, but its changes say 0 for $0.00.',
      },
    ],
  ],
  [
    'a change whose lines are not what it says',
    sql`insert into order_changes (id, order_id, number, changed_by, reason, body_hash, delivery_cents,
      delta_cents, refunded_cents, forgone_cents, at)
      values ('one', 2, 1, 'farmer', 'Frost', '', 0, -300, 0, 300, '')`,
    [
      {
        law: 'balance',
        subject: 'order:2',
        found: -300,
        expected: 0,
        message: 'Change 1 of order #2 says -$3.00, but its lines add up to $0.00.',
      },
    ],
  ],
  [
    'a fee that went back and was never paid',
    sql`insert into order_changes (id, order_id, number, changed_by, reason, body_hash, delivery_cents,
      delta_cents, refunded_cents, forgone_cents, at)
      values ('one', 2, 1, 'farmer', 'Frost', '', -300, -300, 0, 300, '')`,
    [
      {
        law: 'fee',
        subject: 'order:2',
        found: 300,
        expected: 0,
        message: 'Order #2 paid a delivery fee of $0.00, and has $3.00 of it back.',
      },
    ],
  ],
  [
    'a line that was settled and still pays more than it weighs',
    sql`insert into weighings (order_id, product_id, units, cents, settled_at, at)
      values (2, 1, 1, 450, '', '')`,
    [
      {
        law: 'weight',
        subject: 'order:2',
        found: 500,
        expected: 450,
        message: 'Order #2 pays $5.00 for product 1, whose weight comes to $4.50.',
      },
    ],
  ],
  [
    'an order that was taken less than it costs',
    sql`update payments set captured_cents = 1400 where order_id = 1`,
    [
      {
        law: 'captured',
        subject: 'order:1',
        found: 1400,
        expected: 1500,
        message: 'Order #1 costs $15.00, but $14.00 was charged.',
      },
    ],
  ],
  [
    'an order whose payment is still open',
    sql`update payments set state = 'open' where order_id = 1`,
    [
      {
        law: 'paid',
        subject: 'order:1',
        message: 'Order #1 was placed, but its payment is open.',
      },
    ],
  ],
  [
    'an order without a payment',
    sql`delete from payments where order_id = 2`,
    [{ law: 'paid', subject: 'order:2', message: 'Order #2 has no payment.' }],
  ],
  [
    'more given back than taken',
    sql`insert into refunds (id, payment_id, amount_cents, reason, restock, state, created_at)
      select 'r', id, 1501, 'x', false, 'requested', '' from payments where order_id = 1`,
    [
      {
        law: 'refunds',
        subject: 'order:1',
        found: 1501,
        expected: 1500,
        message: 'Order #1: $15.01 refunded of $15.00 charged.',
      },
    ],
  ],
]

describe('a row that differs is named, in words and figures:', () => {
  test('a movement that was undone by another sum', async () => {
    const { shop, spoil } = await aSoldShop()
    await spoil(journal(-2, 'waste', 'null'))
    await spoil(journal(2, 'undone', '(select max(id) from stock_movements)'))
    expect(await checkBooks(shop.db)).toEqual([])
    await spoil(sql`update stock_movements set delta = 3 where reason = 'undone'`)
    await spoil(sql`update products set stock = stock + 1`)
    expect(await checkBooks(shop.db)).toMatchObject([
      {
        law: 'undone',
        subject: 'product:1',
        found: 3,
        expected: 2,
        message: 'Eggs: entry 4 of the stock journal moved -2, but undoing it moved 3.',
      },
    ])
  })

  test('whatever else is wrong', async () => {
    const { shop } = await aSoldShop()
    for (const [what, statement, rows] of WRONG) {
      const found = await takenBack(shop.db, async (tx) => {
        await statement.execute(tx)
        return checkBooks(tx)
      })
      expect(found, what).toMatchObject(rows)
    }
  })
})
