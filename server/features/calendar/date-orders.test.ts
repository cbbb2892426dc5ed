import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { claimJob } from '#server/core/job-lock.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { runJobs } from '#server/jobs.ts'
import { aFarmCalendar, STORE } from '#tests/a-farm-calendar.ts'
import { dateOrders } from './date-orders.ts'
import { takeRoom } from './day-room.ts'

const [FIRST, SUNDAY] = ['2026-11-21', '2026-11-22']
const AN_HOUR_LATER = new Date('2026-11-18T19:00:00.001Z')

/** A shop whose next market takes two boxes, and orders of a process that knows no market days. */
async function aShopBeside() {
  const farm = await aFarmCalendar()
  const { id } = await farm.dayAt(FIRST)
  await farm.answer('PUT', `/api/market-days/${id}`, { capacity: 2 })
  await farm.buy()
  const forget = { market_day_id: null, order_until: null }
  const buyUndated = async (more: object = {}) => {
    const order = await farm.buy({ pickupLocation: 'farm_store' })
    await write(farm.db, (tx) =>
      tx
        .updateTable('orders')
        .set({ ...forget, ...more })
        .where('id', '=', order)
        .execute(),
    )
    return order
  }
  const laws = async () => (await checkBooks(farm.db, AN_HOUR_LATER)).map(({ law }) => law)
  const dayOf = (order: number) =>
    farm.db
      .selectFrom('orders')
      .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
      .select(['market_days.place_id', 'market_days.day', 'by_hand', 'capacity', 'taken'])
      .select(['market_days.opens', 'market_days.closes'])
      .where('orders.id', '=', order)
      .executeTakeFirst()
  return { ...farm, buyUndated, laws, dayOf }
}

test('orders of a release before get their market day within a minute, more of them than it takes too', async () => {
  const { shop, buyUndated, laws, dayOf } = await aShopBeside()
  const atMarket = { pickup_location: 'farmers_market' } as const
  const orders = [await buyUndated(atMarket), await buyUndated(atMarket)]
  await buyUndated({ ...atMarket, status: 'cancelled', stock_taken: true, has_left: true })
  expect(await laws()).toEqual(['dated', 'dated', 'dated'])
  await runJobs(shop)
  for (const order of orders)
    expect(await dayOf(order)).toMatchObject({ place_id: 1, day: FIRST, capacity: 3, taken: 3 })
  expect(await laws()).toEqual([])
})

test('also while a process of that release has the minute’s work', async () => {
  const { shop, db, clock, buyUndated, laws } = await aShopBeside()
  await buyUndated()
  const until = new Date(clock.now.getTime() + 55_000)
  expect(await claimJob(db, { name: 'minute', holder: 'an older one' }, clock.now, until)).toBe(
    true,
  )
  await runJobs(shop)
  expect(await laws()).toEqual([])
})

test('those of a day that no rule makes have it made by hand, and those of a day that is over stay', async () => {
  const { shop, buyUndated, laws, dayOf } = await aShopBeside()
  const sunday = await buyUndated({ pickup_date: SUNDAY })
  const past = await buyUndated({ pickup_date: '2026-11-14' })
  await runJobs(shop)
  expect(await dayOf(sunday)).toMatchObject({
    ...{ place_id: STORE, day: SUNDAY, by_hand: true },
    ...{ opens: '14:00', closes: '17:00' },
  })
  expect([await dayOf(past), await laws()]).toEqual([undefined, []])
})

/** SQLite's writers wait for each other by themselves. */
async function isWaiting(db: Db): Promise<boolean> {
  if (!inject('postgresUrl')) return true
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db)).rows.length > 0
}

test('one that gets its day while another order comes is counted with it', async () => {
  const { shop, db, buy, buyUndated, laws } = await aShopBeside()
  const undated = await buyUndated({ pickup_location: 'farmers_market' })
  const other = await buy({ pickupLocation: 'farm_store' })
  const { id } = await shop.db
    .selectFrom('market_days')
    .select('id')
    .where('capacity', 'is not', null)
    .executeTakeFirstOrThrow()
  const [taken, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const placing = write(db, async (tx) => {
    const there = { market_day_id: id, pickup_location: 'farmers_market' } as const
    await tx.updateTable('orders').set(there).where('id', '=', other).execute()
    expect(await takeRoom(tx, id)).toBe('taken')
    taken.resolve()
    await commit.promise
  })
  await taken.promise
  const dating = dateOrders(shop)
  await expect.poll(() => isWaiting(db)).toBe(true)
  commit.resolve()
  await Promise.all([placing, dating])
  expect(await laws()).toEqual([])
  expect(
    await db.selectFrom('orders').select('market_day_id').where('id', '=', undated).execute(),
  ).toEqual([{ market_day_id: id }])
})
