import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ofDatabase } from '#server/db/database-errors.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { databaseOutages, tryWriting } from './database-outage.ts'

function anOutage(still = 60_000) {
  const logged: string[] = []
  const state = { isAway: true }
  const log = (about: { failures?: number }, message: string) =>
    logged.push([message, about.failures].join(' ').trim())
  const tryIt = async () => {
    if (state.isAway) throw new Error('away')
  }
  const outages = databaseOutages({ error: log, warn: log }, tryIt, { pause: 5, still })
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
    .toEqual(['the database does not answer', 'still: the database does not answer 1'])
})

test('whoever looks has a write tried, at most every five seconds, and hears for a minute of one that failed', async () => {
  let [now, tries, failing] = [0, 0, false]
  const tryIt = async () => {
    tries++
    if (failing) throw ofDatabase(Object.assign(new Error('full'), { errcode: 13 }))
  }
  const silent = { error: () => {}, warn: () => {} }
  const outages = databaseOutages(silent, tryIt, { pause: 5, clock: () => now })
  onTestFinished(() => outages.stop())
  const calm = { fault: null, lately: null }
  expect([await outages.look(), await outages.look(), tries]).toEqual([calm, calm, 1])
  failing = true
  now = 4999
  expect([await outages.look(), tries]).toEqual([calm, 1])
  now = 5000
  expect(await outages.look()).toEqual({ fault: 'disk-full', lately: null })
  failing = false
  await expect.poll(() => outages.look()).toEqual({ fault: null, lately: 'disk-full' })
  now += 59_999
  expect(await outages.look()).toEqual({ fault: null, lately: 'disk-full' })
  now += 2
  expect(await outages.look()).toEqual(calm)
})

test.skipIf(inject('postgresUrl'))(
  'a trial writes more than placing an order does, each time anew',
  async () => {
    const its = await aShop()
    const body = orderBody([[await aProduct(its.db), 1]])
    const buyer = aKeyedBuyer(its)
    await buyer.confirm(await buyer.createIntent(body))
    await its.settled()
    const bytesOf = async (work: () => Promise<unknown>) => {
      const log = join(its.config.dataDir, 'shop.db-wal')
      const before = statSync(log).size
      await work()
      await its.settled()
      return statSync(log).size - before
    }
    const order = await bytesOf(() => buyer.placeOrder(body))
    const trial = () => bytesOf(() => tryWriting(its.db, 'an order'))
    const trials = [await trial(), await trial()]
    expect(Math.min(...trials)).toBeGreaterThan(order)
  },
)
