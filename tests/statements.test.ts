import { StatementSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { aBareBuyer, aKeyedBuyer, orderBody } from './a-buyer.ts'
import { type AShop, aProduct, aShop } from './a-shop.ts'

/** What a checkout may ask of the database: so many statements, and so many more for each line. */
const CHECKOUT = { atMost: 20, aLine: 3 }

/** What only begins and ends transactions, and what the sandbox asks, which a card provider runs at home. */
const NOT_COUNTED = /^(?:begin|commit|rollback|savepoint|release)\b|sandbox_/

/** Counts the statements that run while work is done, and what follows it. */
async function statementsOf(shop: AShop, work: () => Promise<unknown>): Promise<number> {
  const calls = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
  onTestFinished(() => {
    for (const call of calls) call.mockRestore()
  })
  const isOurs = (one: unknown) => one instanceof StatementSync && !NOT_COUNTED.test(one.sourceSQL)
  const count = () => calls.flatMap(({ mock }) => mock.contexts).filter(isOurs).length
  const before = count()
  await work()
  await shop.settled()
  return count() - before
}

async function products(shop: AShop, many: number) {
  return Promise.all(Array.from({ length: many }, () => aProduct(shop.db, { stock: 100 })))
}

describe('the database is asked', () => {
  test('nothing for a page that is kept', async () => {
    const shop = await aShop()
    await shop.inject({ url: '/' })
    expect(await statementsOf(shop, () => shop.inject({ url: '/' }))).toBe(0)
  })

  test('once for the list of products after a sale, and nothing until the next', async () => {
    const shop = await aShop()
    const [eggs] = await products(shop, 1)
    if (!eggs) return
    await aBareBuyer(shop).buy(orderBody([[eggs, 1]]))
    const list = () => shop.inject({ url: '/api/products' })
    expect(await statementsOf(shop, list)).toBe(1)
    expect(await statementsOf(shop, list)).toBe(0)
  })

  test.each([1, 2, 10])('a bounded number of times for a checkout of %i lines', async (lines) => {
    const shop = await aShop()
    const body = orderBody((await products(shop, lines)).map((product) => [product, 1]))
    for (const buyer of [aBareBuyer(shop), aKeyedBuyer(shop)]) {
      const asked = await statementsOf(shop, async () => expect((await buyer.buy(body)).statusCode).toBe(201))
      expect(asked).toBeLessThanOrEqual(CHECKOUT.atMost + CHECKOUT.aLine * lines)
    }
  })
})
