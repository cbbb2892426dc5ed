import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '#contract/time/durations.ts'
import { claimJob } from '#server/core/job-lock.ts'
import { runJobs } from '#server/jobs.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '../a-shop.ts'
import { someOf } from '../length-of-run.ts'
import { whatWentWrong } from './end-of-day.ts'

const JUMPS = [25 * HOUR, HOUR, -HOUR, -25 * HOUR]

function jump(shop: AShop, by: number): void {
  shop.clock.now = new Date(shop.clock.now.getTime() + by)
}

async function rounds(shop: AShop, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    jump(shop, 2 * MINUTE)
    await runJobs(shop.shop)
    await shop.settled()
  }
}

const desk = async (shop: AShop, cookie: string) =>
  (await shop.inject({ url: '/api/orders', headers: { cookie } })).statusCode

describe.each(someOf(JUMPS, 3))('when the clock jumps by %i ms', (by) => {
  test('between hold and order, there is an order that is paid or neither order nor hold', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db, { price: 500, stock: 10 })
    const ada = aKeyedBuyer(shop)
    const bo = aKeyedBuyer(shop)
    for (const buyer of [ada, bo])
      await buyer.confirm(await buyer.createIntent(orderBody([[eggs, 1]])))
    jump(shop, by)
    await runJobs(shop.shop)
    expect([201, 402, 409]).toContain((await ada.placeOrder(orderBody([[eggs, 1]]))).statusCode)
    await rounds(shop, 10)
    jump(shop, Math.abs(by))
    await rounds(shop, 10)
    expect(await whatWentWrong(shop.db, null)).toEqual([])
  })

  test('what a crash left in the middle is finished within minutes', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db, { price: 500, stock: 10 })
    const ada = aKeyedBuyer(shop)
    const capture = shop.shop.payments.capture
    shop.shop.payments.capture = () => Promise.reject(new Error('The line is cut.'))
    await ada.buy(orderBody([[eggs, 1]]))
    await shop.settled()
    shop.shop.payments.capture = capture
    jump(shop, by)
    await rounds(shop, 3)
    const states = (await shop.db.selectFrom('payments').select('state').execute()).map(
      ({ state }) => state,
    )
    expect(states).toEqual(['captured'])
  })

  test('a sign-in that was over stays over, there and back', async () => {
    const shop = await aShop()
    const cookie = await signIn(shop)
    expect(await desk(shop, cookie)).toBe(200)
    jump(shop, by)
    expect(await desk(shop, cookie)).toBe(401)
    jump(shop, -by)
    expect(await desk(shop, cookie)).toBe(401)
  })
})

test('a job that was taken before the clock was set back is soon done again, and once', async () => {
  const { db, clock } = await aShop()
  const take = (holder: string) =>
    claimJob(db, { name: 'rest', holder }, clock.now, new Date(clock.now.getTime() + MINUTE))
  expect(await take('one')).toBe(true)
  clock.now = new Date(clock.now.getTime() - 25 * HOUR)
  expect([await take('other'), await take('third')]).toEqual([true, false])
})

test('the day’s work is done at most once a jump', async () => {
  const shop = await aShop()
  const claims = shop.db.selectFrom('job_claims').select('holder')
  const claim = claims.where('name', '=', 'remove unused pictures')
  const seen = new Set<unknown>()
  for (const by of [0, 25 * HOUR, -25 * HOUR]) {
    jump(shop, by)
    for (let round = 0; round < 5; round++) {
      await rounds(shop, 1)
      seen.add((await claim.executeTakeFirst())?.holder)
    }
  }
  expect(seen.size).toBeLessThanOrEqual(3)
})
