import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Dashboard } from '#contract/money/analytics.ts'
import type { PeriodFigures } from '#contract/money/figures.ts'
import { cents, toDollars } from '#contract/money/money.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { setDisputed } from '#server/features/checkout/disputes.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct } from '#tests/a-shop.ts'
import { aTroubledShop, silence } from '#tests/a-troubled-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { expectFiguresAgree } from '#tests/figure-laws.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { type Deed, deed, type Market, orderNumber } from '#tests/market-deed.ts'
import { aMarket, calmDown, daysOf, deeds } from '#tests/random-market.ts'
import { sumWeek } from './read-period.ts'

/** Fixed, so a run can be repeated; fast-check prints it on failure. */
const ZONE = 'America/Denver'
const SEED = 20_261_121

const RUNS = IS_LONG ? 6 : 3

type Counted = Pick<Dashboard, 'totalOrders' | 'totalRevenue'>

async function countAnew(db: Db): Promise<Counted> {
  const orders = await ordersWithMoney(db)
  return {
    totalOrders: orders.filter(({ status }) => status !== 'cancelled').length,
    totalRevenue: toDollars(cents(orders.reduce((sum, { taken }) => sum + taken, 0))),
  }
}

async function ordersWithMoney(db: Db) {
  const payments = await db.selectFrom('payments').selectAll().execute()
  const refunds = (await db.selectFrom('refunds').selectAll().execute()).filter(
    ({ state }) => state !== 'failed',
  )
  const taken = Map.groupBy(payments, (payment) => payment.order_id)
  const given = Map.groupBy(refunds, (refund) => refund.payment_id)
  return (await db.selectFrom('orders').selectAll().execute()).map((order) => {
    const [payment] = taken.get(order.id) ?? []
    const back = given.get(payment?.id ?? '') ?? []
    const left = back.reduce(
      (sum, { amount_cents }) => sum - amount_cents,
      Number(payment?.captured_cents ?? 0),
    )
    return { ...order, taken: left }
  })
}

async function askDesk(shop: AShop): Promise<Counted> {
  const answer = await atSettledDesk(shop)('GET', '/api/analytics/dashboard')
  const { totalOrders, totalRevenue }: Dashboard = answer.json()
  return { totalOrders, totalRevenue }
}

const refuse = (code: string) => async () => {
  throw new ProviderRefusal('state', code, 'No.')
}
const unknown = refuse('resource_missing')
const strange = {
  retrieve: unknown,
  capture: unknown,
  cancel: unknown,
  refund: unknown,
  listRefunds: unknown,
}

const strangeDeeds = fc.oneof(
  fc.constant(
    deed('the bank takes no refunds', async ({ provider }) =>
      provider({ refund: refuse('refund_failed') }),
    ),
  ),
  fc.constant(deed('the provider knows no payment', async ({ provider }) => provider(strange))),
  fc
    .nat(5)
    .map((place) =>
      deed(`asks for refund ${place} again`, async ({ shop, desk }) =>
        desk(
          'POST',
          `/api/refunds/${(await shop.db.selectFrom('refunds').select('id').execute())[place]?.id}/retry`,
        ),
      ),
    ),
  orderNumber.map((id) =>
    deed(`disputes order ${id}`, ({ shop }) => setDisputed(shop.shop, id, 'open')),
  ),
  fc.record({ id: orderNumber, place: fc.nat(1) }).map(({ id, place }) =>
    deed(`brings one of ${place} of order ${id} back`, ({ desk, shelf }) =>
      desk('POST', `/api/orders/${id}/refunds`, {
        amount: 0.5,
        reason: 'Cracked',
        restock: [{ productId: shelf[place]?.id, quantity: 1 }],
      }),
    ),
  ),
  fc.record({ id: orderNumber, place: fc.nat(1) }).map(({ id, place }) =>
    deed(`misses one of ${place} of order ${id}`, ({ desk, shelf }) =>
      desk('POST', `/api/orders/${id}/refunds`, {
        amount: 0.7,
        reason: 'Frost',
        missing: [{ productId: shelf[place]?.id, quantity: 1 }],
      }),
    ),
  ),
  fc
    .constantFrom(1, 40, 170, 2000)
    .map((hours) => deed(`${hours} hours pass`, ({ round }) => round(hours * 60))),
)

const days = daysOf(
  fc.oneof({ weight: 3, arbitrary: deeds }, { weight: 2, arbitrary: strangeDeeds }),
)

async function expectSame({ shop }: Pick<Market, 'shop'>): Promise<Counted> {
  await shop.settled()
  await shop.pollEventLog()
  const anew = await countAnew(shop.db)
  expect(await askDesk(shop)).toEqual(anew)
  await snapshot(shop.db, (tx) => expectFiguresAgree(tx, shop.clock))
  await expectOneTotal(shop)
  return anew
}

/**
 * Today's week, Money's total and its ways, and the bookkeeper's file agree to the cent, way by
 * way.
 */
async function expectOneTotal(shop: AShop): Promise<void> {
  const day = farmDayOf(shop.clock.now.toISOString(), ZONE).toString()
  const said = await snapshot(shop.db, (tx) => {
    return sumWeek(tx, day, { now: shop.clock.now, livemode: false })
  })
  const farmer = atSettledDesk(shop)
  const ask = (what: string) => farmer('GET', `/api/analytics/${what}?period=this-week`)
  const { money }: PeriodFigures = (await ask('period')).json()
  const lines = (await ask('bookkeeping.csv')).body.split('\r\n').map((line) => line.split(','))
  const ofFile = (of: (line: string[]) => boolean) =>
    lines.filter(of).reduce((sum, [, , , , total = '']) => sum + Math.round(Number(total) * 100), 0)
  const inCents = (dollars: number) => Math.round(dollars * 100)
  expect([inCents(said.amount), ofFile(([first]) => first === 'Total')]).toEqual([
    inCents(money.total),
    inCents(money.total),
  ])
  const [before, week] = money.weeks.slice(-2)
  expect([before, week].map((one) => inCents(one?.total ?? 0))).toEqual([
    inCents(said.weekBefore),
    inCents(money.total),
  ])
  const byName = Map.groupBy(money.ways, ({ name }) => name)
  for (const [name, ways] of byName)
    expect(ofFile(([, way]) => way === name)).toBe(
      ways.reduce((sum, { total }) => sum + inCents(total), 0),
    )
}

test('whatever happens at the market, the desk says what is counted anew', {
  timeout: 300_000,
}, async () => {
  let revenue = 0
  const law = fc.asyncProperty(days, async (day: Deed[][]) => {
    const market = await aMarket()
    const basket = orderBody(market.shelf.map((product) => [product, 2]))
    for (let buyers = 0; buyers < 3; buyers++) await aKeyedBuyer(market.shop).buy(basket)
    for (const moment of day) {
      const looking = askDesk(market.shop).catch(() => null)
      await Promise.all(moment.map(({ run }) => run(market)))
      await looking
      await expectSame(market)
    }
    await calmDown(market)
    revenue += (await expectSame(market)).totalRevenue
    expect(await snapshot(market.shop.db, (tx) => checkBooks(tx))).toEqual([])
  })
  await fc.assert(law, { seed: SEED, numRuns: RUNS })
  expect(revenue).toBeGreaterThan(RUNS)
})

test('each step of a refund is counted at once: asked for, refused, asked for again, set aside', async () => {
  const its = await aTroubledShop()
  await aKeyedBuyer(its.shop).buy(its.body)
  const revenue = async () => (await expectSame(its)).totalRevenue
  expect(await revenue()).toBe(15)
  its.provider({ refund: silence })
  await its.desk('POST', '/api/orders/1/refunds', { amount: 5, reason: 'Cracked', restock: true })
  expect(await revenue()).toBe(10)
  its.provider({ refund: refuse('refund_failed') })
  await its.round()
  expect(await revenue()).toBe(15)
  its.provider({ refund: silence })
  const { id } = await its.shop.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await its.desk('POST', `/api/refunds/${id}/retry`)
  expect(await revenue()).toBe(10)
  its.provider(strange)
  await its.round()
  expect(await revenue()).toBe(15)
})

test('an order whose hold was gone before its money was taken is not counted any more', async () => {
  const its = await aTroubledShop()
  its.provider({ capture: silence })
  await aKeyedBuyer(its.shop).buy(its.body)
  expect((await expectSame(its)).totalOrders).toBe(1)
  const { id } = await its.shop.db
    .selectFrom('sandbox_intents')
    .select('id')
    .executeTakeFirstOrThrow()
  await its.calm.cancel(id, 'by the bank')
  its.provider({})
  await its.round()
  expect((await expectSame(its)).totalOrders).toBe(0)
})

test('each of the last eight weeks has the money of its own days', async () => {
  const its = await aTroubledShop()
  const honey = await aProduct(its.shop.db, { name: 'Honey', price: 700, stock: 50 })
  const dollars = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((units) => units * 7)
  for (const [week] of dollars.entries()) {
    if (week > 0) its.minutes(7 * 24 * 60)
    await aKeyedBuyer(its.shop).buy(orderBody([[honey, week + 1]]))
  }
  await expectSame(its)
  const url = '/api/analytics/period?period=this-week'
  const { money }: PeriodFigures = (await atSettledDesk(its.shop)('GET', url)).json()
  expect(money.weeks.map(({ total }) => total)).toEqual(dollars.slice(1))
})
