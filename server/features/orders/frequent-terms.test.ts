import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OrderFilter } from '#contract/orders/desk-orders.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { type Db, write } from '#server/db/write.ts'
import { aShop } from '#tests/a-shop.ts'
import { findCursor, listOrderIds } from './find-orders-queries.ts'

const MANY = 23_000

/**
 * Three orders a minute: every fifth by a Marta, the first 2,500 by an Otto, a few by a Wilhelmina.
 */
const isOf: Record<string, (id: number) => boolean> = {
  marta: (id) => id % 5 === 0,
  otto: (id) => id <= 2500,
  wilhelmina: (id) => id % 7001 === 0,
}

const statusOf = (id: number): OrderStatus =>
  id % 1000 === 0 ? 'pending' : id % 7 === 0 ? 'cancelled' : 'delivered'
const placeOf = (id: number) => (id % 3 === 0 ? 'farm_store' : 'farmers_market')

const NUMBERS = sql`with recursive numbers (id) as (select 1 union all select id + 1 from numbers where id < ${sql.lit(MANY)})`

async function fill(db: Db): Promise<void> {
  const two = (number: RawBuilder<number>) => sql`substr(cast(100 + ${number} as text), 2)`
  const minute = sql`'2026-11-' || ${two(sql`1 + id / 4320`)} || 'T' || ${two(sql`id / 180 % 24`)}
    || ':' || ${two(sql`id / 3 % 60`)} || ':00.000Z'`
  await write(db, async (tx) => {
    await sql`insert into orders (id, body_hash, status, stock_taken, subtotal_cents, delivery_cents, total_cents,
        receipt_secret, customer_name, customer_email, delivery_method, pickup_location, created_at)
      ${NUMBERS} select id, '', case when id % 1000 = 0 then 'pending' when id % 7 = 0 then 'cancelled' else 'delivered' end,
        true, 500, 0, 500, 'secret-' || id, '', '', 'pickup',
        case when id % 3 = 0 then 'farm_store' else 'farmers_market' end, ${minute} from numbers`.execute(
      tx,
    )
    for (const [word, condition] of [
      ['marta', sql`id % 5 = 0`],
      ['otto', sql`id <= 2500`],
      ['wilhelmina', sql`id % 7001 = 0`],
    ] as const)
      await sql`insert into order_words (word, order_id) ${NUMBERS}
        select ${word}, id from numbers where ${condition}`.execute(tx)
    await sql`update orders set packed_with = id - id % 100 where id % 100 in (1, 2) and id > 100`.execute(
      tx,
    )
  })
}

/** The first two orders after each hundredth are packed with it. */
function boxOf(id: number): number[] {
  const first = id - (id % 100)
  const box = [first, first + 1, first + 2].filter(
    (one) => one > 0 && statusOf(one) !== 'cancelled',
  )
  return box.includes(id) && statusOf(first) !== 'cancelled' ? box : [id]
}

function matching({ text, status, place }: OrderFilter): number[] {
  const texts = text?.split(' ') ?? []
  const all = Array.from({ length: MANY }, (_, index) => MANY - index)
  return all.filter(
    (id) =>
      texts.every((word) => boxOf(id).some((one) => isOf[word]?.(one))) &&
      (!status || statusOf(id) === status) &&
      (!place || placeOf(id) === place),
  )
}

test('orders by words that thousands have, or few, are the same as if each were looked at, page after page', async () => {
  const { db } = await aShop()
  await fill(db)
  for (const text of [
    'marta',
    'otto',
    'wilhelmina',
    'otto marta',
    'marta wilhelmina',
    'wilhelmina otto',
  ])
    for (const narrowed of [
      {},
      { status: 'cancelled' },
      { status: 'delivered' },
      { status: 'pending', place: 'farm_store' },
    ] as const)
      for (const before of [null, 22_950, 2400]) {
        const filter = { text, ...narrowed }
        const after = before === null ? null : await findCursor(db, before)
        const ids = await listOrderIds(db, { filter, after, most: 20 })
        const expected = matching(filter).filter((id) => before === null || id < before)
        expect(ids, JSON.stringify({ ...filter, before })).toEqual(expected.slice(0, 20))
      }
})
