import { expect, onTestFinished, test } from 'vitest'
import { aShop } from '#tests/a-shop.ts'
import { databaseOutages, tryWriting } from './database-outage.ts'

/** A database that is away until it is back, whose outages are told to `said`. */
function anOutage(still = 60_000) {
  const said: string[] = []
  const state = { isAway: true }
  const tell = (about: { failures?: number }, words: string) =>
    said.push([words, about.failures].join(' ').trim())
  const tryIt = async () => {
    if (state.isAway) throw new Error('away')
  }
  const outages = databaseOutages({ error: tell, warn: tell }, tryIt, 5, still)
  onTestFinished(() => outages.stop())
  return { said, outages, back: () => (state.isAway = false), again: () => (state.isAway = true) }
}

test('a database that is away is told of once, however much fails, and so is its return; the next time anew', async () => {
  const { said, outages, back, again } = anOutage()
  for (let times = 0; times < 80; times++) outages.away(new Error('away'))
  expect(said).toEqual(['the database does not answer'])
  back()
  await expect
    .poll(() => said)
    .toEqual(['the database does not answer', 'the database answers again 80'])
  again()
  outages.away(new Error('away'))
  expect(said).toHaveLength(3)
})

test('one that stays away is told of now and then', async () => {
  const { said, outages } = anOutage(0)
  outages.away(new Error('away'))
  await expect
    .poll(() => said.slice(0, 2))
    .toEqual(['the database does not answer', 'the database still does not answer 1'])
})

test('it is tried as an order would, and changes nothing', async () => {
  const { shop, db } = await aShop()
  await tryWriting(db)
  const kept = await db
    .selectFrom('shop_memory')
    .select('value')
    .where('key', '=', 'shop_id')
    .executeTakeFirst()
  expect(kept?.value).toBe(shop.id)
})
