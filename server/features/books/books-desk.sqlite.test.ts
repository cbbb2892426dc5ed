import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import type { Books } from '#contract/money/books.ts'
import { type Db, write } from '#server/db/write.ts'
import { runJobs } from '#server/jobs.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { workHere } from '#tests/work-here.ts'

async function aFilledShop({ isApart = true } = {}) {
  const shop = await aShop()
  if (!isApart) workHere(shop)
  const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 10 })
  await fillWithOrders(shop.db, 40, shop.clock.now, [eggs.id])
  const checks = vi.spyOn(shop.shop.books, 'check')
  const ask = async (method: 'GET' | 'POST', url: string): Promise<Books> =>
    (await shop.inject({ method, url, headers: { cookie: await signIn(shop) } })).json()
  const minutes = (count: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + count * 60_000)
  }
  return {
    shop,
    checks,
    minutes,
    shown: () => ask('GET', '/api/books'),
    begin: () => ask('POST', '/api/books/check'),
    check: async () => {
      await ask('POST', '/api/books/check')
      await shop.settled()
      return ask('GET', '/api/books')
    },
    spoil: (statement: RawBuilder<unknown>, orderId?: number) =>
      write(shop.db, async (tx: Db, emit) => {
        await statement.execute(tx)
        if (orderId !== undefined) emit({ kind: 'orders', orderId })
      }),
  }
}

const NOTHING = { checkedAt: null, rows: [], differing: 0, isRunning: false, failure: null }

describe('what the desk shows of the books', () => {
  test('is what the last check found and when, and no check is begun by looking', async () => {
    const { shop, checks, shown, check, minutes, spoil } = await aFilledShop({ isApart: false })
    expect(await shown()).toEqual(NOTHING)
    expect(checks).not.toHaveBeenCalled()
    const first = shop.clock.now.toISOString()
    expect(await check()).toEqual({ ...NOTHING, checkedAt: first })
    minutes(60)
    await spoil(sql`update products set stock = 9`)
    expect(await shown()).toEqual({ ...NOTHING, checkedAt: first })
    expect(await check()).toMatchObject({
      checkedAt: shop.clock.now.toISOString(),
      differing: 1,
      rows: [{ law: 'stock', found: 9, expected: 10 }],
    })
  })

  test('is one check’s at a time, whoever asks, and says that it is at work', async () => {
    const { shop, checks, begin } = await aFilledShop()
    const answers = await Promise.all([begin(), begin(), begin(), begin()])
    expect(answers.map(({ isRunning }) => isRunning)).toEqual([true, true, true, true])
    expect(checks).toHaveBeenCalledTimes(1)
    await shop.settled()
  })

  test('says why a check failed until one succeeds, and keeps what was found before', async () => {
    const { shop, shown, begin, check } = await aFilledShop()
    const reported: string[] = []
    shop.shop.report = (_, error) => reported.push(String(error))
    const { checkedAt } = await check()
    await begin()
    shop.shop.books.stop()
    await shop.settled()
    const failure = {
      at: checkedAt,
      message: 'The check of the books was interrupted before it finished.',
    }
    expect(await shown()).toEqual({ ...NOTHING, checkedAt, failure })
    expect((await check()).failure).toBeNull()
  })
})

test('every night all books are checked, once, also where nobody asks', async () => {
  const { shop, checks, shown, minutes } = await aFilledShop({ isApart: false })
  const round = async (after: number) => {
    minutes(after)
    await runJobs(shop.shop)
    await shop.settled()
  }
  await round(0)
  expect(checks).not.toHaveBeenCalled()
  // From 11 AM to past 2 AM on the farm.
  await round(16 * 60)
  expect(checks.mock.calls).toEqual([[null]])
  expect(await shown()).toMatchObject({ checkedAt: shop.clock.now.toISOString(), differing: 0 })
  await round(2)
  expect(checks).toHaveBeenCalledTimes(1)
})

test('a check after the first goes by what changed since', async () => {
  const { check, checks, spoil } = await aFilledShop()
  await check()
  await spoil(sql`update order_items set unit_cents = 1 where order_id = 7`, 7)
  expect(await check()).toMatchObject({ rows: [{ subject: 'order:7' }] })
  expect(checks.mock.calls.map(([since]) => since?.blocks ?? 'all')).toEqual(['all', [0]])
  await check()
  expect(checks.mock.lastCall?.[0]?.blocks).toEqual([])
})
