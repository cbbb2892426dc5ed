import { expect, onTestFinished, test } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { databaseOutages, tryWriting } from './database-outage.ts'

/** A database that is away until it is back, whose outages are told to `said`. */
function anOutage(still = 60_000) {
  const logged: string[] = []
  const state = { isAway: true }
  const log = (about: { failures?: number }, message: string) =>
    logged.push([message, about.failures].join(' ').trim())
  const tryIt = async () => {
    if (state.isAway) throw new Error('away')
  }
  const outages = databaseOutages({ error: log, warn: log }, tryIt, 5, still)
  onTestFinished(() => outages.stop())
  return { logged, outages, back: () => (state.isAway = false), again: () => (state.isAway = true) }
}

test('a database that is away is told of once, however much fails, and so is its return; the next time anew', async () => {
  const { logged, outages, back, again } = anOutage()
  for (let times = 0; times < 80; times++) outages.away(new Error('away'))
  expect(logged).toEqual(['the database does not answer'])
  back()
  await expect
    .poll(() => logged)
    .toEqual(['the database does not answer', 'the database answers again 80'])
  again()
  outages.away(new Error('away'))
  expect(logged).toHaveLength(3)
})

test('one that stays away is told of now and then', async () => {
  const { logged, outages } = anOutage(0)
  outages.away(new Error('away'))
  await expect
    .poll(() => logged.slice(0, 2))
    .toEqual(['the database does not answer', 'the database still does not answer 1'])
})

test('it is tried as an order would, and changes nothing', async () => {
  const { shop, db } = await aShop()
  await tryWriting(db)
  const stored = await db
    .selectFrom('shop_memory')
    .select('value')
    .where('key', '=', 'shop_id')
    .executeTakeFirst()
  expect(stored?.value).toBe(shop.id)
})
