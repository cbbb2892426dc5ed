import { StatementSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { write } from '#server/db/write.ts'
import { changeProductLimits } from '#server/features/calendar/change-limits.ts'
import { changeHook, createHook } from '#server/features/hooks/edit-hooks.ts'
import { type Answer, aBareBuyer, aKeyedBuyer, type Body, orderBody } from './a-buyer.ts'
import { aLivePage } from './a-live-page.ts'
import { type AShop, aProduct, aShop, signIn } from './a-shop.ts'
import { aShortHarvest } from './a-short-harvest.ts'
import { fillWithOrders } from './many-orders.ts'

/**
 * Database statements a checkout may use, and how many more for each line. One is for the farmer's
 * mail, and two find the order of a cart that is paid at pickup, which has no payment.
 */
const CHECKOUT = { anonymous: 22, keyed: 21, aLine: 1 }

/** More statements where a day limits a product: both the quote and the order check. */
const LIMITED = { anonymous: 2, keyed: 2 }

/**
 * What only begins and ends transactions, and what the sandbox asks: a card provider does that on
 * its side.
 */
const NOT_COUNTED = /^(?:begin|commit|rollback|savepoint|release)\b|sandbox_/

const BOOK_TABLES = /orders|order_items|stock_movements|payments|refunds|products/

/** Counts what follows the work too. */
async function statementsOf(shop: AShop, work: () => Promise<unknown>): Promise<number> {
  return (await statementTexts(shop, work)).length
}

async function statementTexts(shop: AShop, work: () => Promise<unknown>): Promise<string[]> {
  const calls = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')]
  onTestFinished(() => {
    for (const call of calls) call.mockRestore()
  })
  for (const call of calls) call.mockClear()
  await work()
  await shop.settled()
  const ran = calls
    .flatMap(({ mock }) => mock.contexts)
    .filter((one) => one instanceof StatementSync)
  return ran.map(({ sourceSQL }) => sourceSQL).filter((text) => !NOT_COUNTED.test(text))
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

  test('once for what all pages missed that come back, and nothing until the next change', async () => {
    const shop = await aShop()
    const [eggs, beets] = await products(shop, 2)
    if (!eggs || !beets) return
    const port = await shop.listen()
    const pages = await Promise.all(Array.from({ length: 5 }, () => aLivePage(port)))
    await aBareBuyer(shop).buy(orderBody([[eggs, 1]]))
    // What every page hears of the sale doesn't count for one that comes back.
    for (const page of pages) while ((await page.next()).type !== 'product');
    const version = shop.clock.now.getTime() + 1
    const ask = async () => {
      for (const page of pages) page.send({ type: 'hello', version })
      for (const page of pages) while ((await page.next()).type !== 'caught_up');
    }
    expect(await statementsOf(shop, ask)).toBe(1)
    expect(await statementsOf(shop, ask)).toBe(0)
    await aBareBuyer(shop).buy(orderBody([[beets, 1]]))
    await ask()
    const last = pages.map(({ received }) =>
      received.findLast((news) => news.type === 'product' && news.product.id === beets.id),
    )
    for (const news of last) expect(news).toMatchObject({ product: { stock: 99 } })
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

  test('nothing for market days that are kept, whoever asks for what of them', async () => {
    const shop = await aShop()
    const { days }: OrderingCalendar = (await shop.inject({ url: '/api/market-days' })).json()
    const left = `/api/market-days/${days[0]?.id}/left`
    await aProduct(shop.db)
    const ask = async () => {
      const urls = ['/api/market-days', '/api/pickup', '/api/delivery-zones/57747', left]
      for (const url of urls) expect((await shop.inject({ url })).statusCode).toBe(200)
    }
    expect(await statementsOf(shop, ask)).toBeLessThanOrEqual(13)
    expect(await statementsOf(shop, ask)).toBe(0)
    const eggs = await aProduct(shop.db, { stock: 9 })
    await changeProductLimits(shop.shop, eggs.id, { eachDay: 5 })
    expect((await shop.inject({ url: left })).json()).toEqual([{ productId: eggs.id, left: 5 }])
    await aBareBuyer(shop).buy(orderBody([[eggs, 2]]))
    expect((await shop.inject({ url: left })).json()).toEqual([{ productId: eggs.id, left: 3 }])
  })

  test('nothing of orders, stock and money for the note about the books, and as often in a full shop as in an empty one', async () => {
    const shop = await aShop()
    const headers = { cookie: await signIn(shop) }
    const note = () => shop.inject({ url: '/api/books', headers })
    await note()
    const empty = await statementTexts(shop, note)
    await fillWithOrders(shop.db, 100, shop.clock.now, [(await aProduct(shop.db)).id])
    const full = await statementTexts(shop, note)
    expect(full).toEqual(empty)
    expect(full.filter((text) => BOOK_TABLES.test(text))).toEqual([])
  })

  test('nothing of orders, stock and money by a check of the books: a process apart counts them', async () => {
    const shop = await aShop()
    await fillWithOrders(shop.db, 100, shop.clock.now, [(await aProduct(shop.db)).id])
    const headers = { cookie: await signIn(shop) }
    const ran = await statementTexts(shop, async () => {
      expect(
        (await shop.inject({ method: 'POST', url: '/api/books/check', headers })).statusCode,
      ).toBe(201)
    })
    expect(ran.filter((text) => BOOK_TABLES.test(text))).toEqual([])
    const { checkedAt, differing } = (await shop.inject({ url: '/api/books', headers })).json()
    expect({ checkedAt, differing }).toEqual({
      checkedAt: shop.clock.now.toISOString(),
      differing: 0,
    })
  })

  test.each([1, 2, 10])('a bounded number of times for a checkout of %i lines', async (lines) => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const body = orderBody((await products(shop, lines)).map((product) => [product, 1]))
    const requested = async (buyer: { buy(bought: Body): Promise<Answer> }) =>
      statementsOf(shop, async () => expect((await buyer.buy(body)).statusCode).toBe(201))
    const expectFew = async (why: string, more = { anonymous: 0, keyed: 0 }) => {
      const [anonymous, keyed] = [
        await requested(aBareBuyer(shop)),
        await requested(aKeyedBuyer(shop)),
      ]
      const ofLines = CHECKOUT.aLine * lines
      expect(anonymous, why).toBeLessThanOrEqual(CHECKOUT.anonymous + ofLines + more.anonymous)
      expect(keyed, why).toBeLessThanOrEqual(CHECKOUT.keyed + ofLines + more.keyed)
    }
    await expectFew('without a limit')
    await write(shop.db, (tx) => tx.updateTable('market_days').set({ capacity: 40 }).execute())
    await expectFew('with a limit')
    for (const { productId } of body.items)
      await changeProductLimits(shop.shop, productId, { eachDay: 90 })
    await expectFew('with goods of which a day takes so many', LIMITED)
  })
})

test('an order asks nothing of webhooks while none is on, and one for each transaction while one is', async () => {
  const shop = await aShop()
  shop.shop.sendHook = async () => ({ status: 204, retryAfter: null, error: null })
  const [eggs] = await products(shop, 1)
  if (!eggs) return
  const ofHooks = async () => {
    const buy = () => aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
    return (await statementTexts(shop, buy)).filter((text) => text.includes('hook'))
  }
  expect(await ofHooks()).toEqual([])
  const draft = { url: 'https://hooks.example.com/', types: ['order.created' as const] }
  const { id } = await createHook(shop.shop, draft)
  const inserts = (await ofHooks()).filter((text) => text.startsWith('insert'))
  // The order, and the capture of its payment.
  expect(inserts).toEqual(Array(2).fill(expect.stringContaining('hook_events')))
  await changeHook(shop.shop, id, { isOn: false })
  await shop.settled()
  expect(await ofHooks()).toEqual([])
})

/** Statements a short harvest may use: `itself`, and `anOrder` for each. */
const SHORT = { orders: 60, itself: 20, anOrder: 14 }

test('a short harvest of 60 orders asks for each of them no more than a change needs', async () => {
  const its = await aShortHarvest({ carrots: 200, kale: 200 })
  for (let count = 0; count < SHORT.orders; count++)
    await its.buy(2, count % 3 === 0 ? { ifShort: 'substitute' } : {}, [[its.kale, 1]])
  const draft = its.draftOf({ have: SHORT.orders / 2 })
  const { confirm } = await its.plan(draft)
  // Refunds and mails follow at their own pace.
  const { later, sendMails } = its.shop.shop
  Object.assign(its.shop.shop, { later: async () => {}, sendMails: () => {} })
  const requested = await statementsOf(its.shop, async () => {
    const answer = await its.ask({ ...draft, confirm })
    expect(answer.json().done).toMatchObject({ changed: SHORT.orders, mails: SHORT.orders })
  })
  expect(requested).toBeLessThanOrEqual(SHORT.itself + SHORT.orders * SHORT.anOrder)
  Object.assign(its.shop.shop, { later, sendMails })
  await its.round()
  expect(await its.wrong()).toEqual([])
})
