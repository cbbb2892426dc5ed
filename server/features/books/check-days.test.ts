import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { BookRow } from '#contract/money/books.ts'
import { type Db, write } from '#server/db/write.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { takenBack } from '#tests/taken-back.ts'
import { checkBooks, checkChanged } from './check-books.ts'

async function aDatedShop() {
  const farm = await aFarmCalendar()
  const { id } = await farm.dayAt('2026-11-21')
  await farm.answer('PUT', `/api/market-days/${id}`, { capacity: 40 })
  for (let orders = 0; orders < 2; orders++) await farm.buy()
  const spoil = (statement: RawBuilder<unknown>) =>
    write(farm.db, (tx: Db) => statement.execute(tx))
  return { ...farm, dayId: id, spoil }
}

const WRONG: [string, RawBuilder<unknown>, Partial<BookRow>][] = [
  [
    'boxes taken that no order stands for',
    sql`update market_days set taken = 3 where capacity = 40`,
    {
      law: 'places',
      found: 3,
      expected: 2,
      message:
        'Farmers market on Saturday, November 21, 2026: 3 boxes are taken, but orders fill 2.',
    },
  ],
  [
    'units counted that no order has',
    sql`insert into day_limits (market_day_id, product_id, most, taken, by_hand)
      select id, 1, 64, 5, true from market_days where capacity = 40`,
    {
      law: 'limits',
      found: 5,
      expected: 2,
      message:
        'Farmers market on Saturday, November 21, 2026: 5 of Farm Eggs are counted, but 2 are ordered.',
    },
  ],
  [
    'a payment that was begun when ordering had ended',
    sql`update payments set created_at = '2026-11-21T07:00:00.000Z' where order_id = 1`,
    {
      law: 'late',
      subject: 'order:1',
      message:
        'Order #1 was begun at 2026-11-21T07:00:00.000Z, but orders were taken until 2026-11-21T07:00:00.000Z.',
    },
  ],
  [
    'an order that was placed half an hour after it',
    sql`update orders set created_at = '2026-11-21T07:30:00.000Z' where id = 2`,
    { law: 'late', subject: 'order:2' },
  ],
  [
    'an order of another place',
    sql`update orders set pickup_location = 'farm_store' where id = 1`,
    {
      law: 'place',
      subject: 'order:1',
      message:
        'Order #1 says farm_store on 2026-11-21, but its market day is farmers_market on 2026-11-21.',
    },
  ],
  [
    'an order of another day',
    sql`update orders set pickup_date = null where id = 2`,
    { law: 'place', subject: 'order:2' },
  ],
  [
    'an order for a day that is on no market day',
    sql`update orders set market_day_id = null where id = 2`,
    {
      law: 'place',
      subject: 'order:2',
      message: 'Order #2 says farmers_market on 2026-11-21, but its market day is missing.',
    },
  ],
]

test('what is not in time, or not for its place and day, is named, and no other', async () => {
  const { db, spoil } = await aDatedShop()
  expect(await checkBooks(db)).toEqual([])
  for (const [what, statement, row] of WRONG) {
    const rows = await takenBack(db, async (tx) => {
      await statement.execute(tx)
      return checkBooks(tx)
    })
    expect(
      rows.filter(({ law }) => law === row.law),
      what,
    ).toMatchObject([row])
  }
  // Within half an hour of the end.
  await spoil(sql`update orders set created_at = '2026-11-21T07:29:59.999Z' where id = 1`)
  expect(await checkBooks(db)).toEqual([])
})

test('going by what changed, days are looked at as a whole each time', async () => {
  const { db, spoil } = await aDatedShop()
  await spoil(sql`update market_days set taken = 9 where capacity = 40`)
  const found = await checkChanged(db, null)
  expect(found.days).toMatchObject([{ law: 'places' }])
  const again = await checkChanged(db, { found, blocks: [] })
  expect(again.days).toEqual(found.days)
  await spoil(sql`update market_days set taken = 2 where capacity = 40`)
  expect((await checkChanged(db, { found: again, blocks: [] })).days).toEqual([])
})
