import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { standingOf } from '#contract/money/standing.ts'
import type { Product } from '#contract/products/products.ts'
import { STOCK_ACTIONS } from '#contract/products/stock-journal.ts'
import type { AtEnd } from '#tests/at-end.ts'
import { whatIsWrong } from '#tests/books.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import type { Deed, Market } from '#tests/market-deed.ts'
import { offSale } from '#tests/product-deeds.ts'
import { aMarket, calmDown, daysOf, deeds } from '#tests/random-market.ts'
import { offSeason } from '#tests/season-deeds.ts'
import { settledCosts } from '#tests/weighing-laws.ts'
import { checkBooks } from '../books/check-books.ts'

/** Fixed, so a run can be repeated; fast-check prints it on failure. */
const SEED = 20_261_121

/** Enough for PostgreSQL to see most kinds of statements. */
const FEW = 5
const RUNS = IS_LONG ? 800 : inject('postgresUrl') ? FEW : 15

const days = daysOf(deeds)

const [tried, outOfSeason]: [number[], number[]] = [[], []]

async function live(day: Deed[][], atEnd: AtEnd): Promise<Market> {
  const market = await aMarket(atEnd)
  for (const moment of day) {
    const run = () => Promise.all(moment.map((deed) => deed.run(market)))
    let season: Awaited<ReturnType<typeof offSeason>> = { off: [], asked: [] }
    const { off, sold, isChanged } = await offSale(market, async () => {
      season = await offSeason(market, run)
    })
    // Nobody is promised, or gets, anything out of season on every day.
    const outside = season.off.filter((id) => !isChanged(id))
    expect(season.asked.filter((id) => outside.includes(id))).toEqual([])
    outOfSeason.push(...outside)
    // Anyone who clicks Pay for goods already off sale is told so and pays nothing.
    expect(sold.filter(({ product_id }) => off.includes(product_id))).toEqual([])
    tried.push(...off)
  }
  await calmDown(market)
  return market
}

async function stockOf({ shop }: Market, product: Product) {
  const lines = shop.db.selectFrom('order_items').innerJoin('orders', 'orders.id', 'order_id')
  const held = await lines
    .select(['quantity', 'returned', 'changed'])
    .where('product_id', '=', product.id)
    .where('stock_taken', '=', true)
    .execute()
  const row = shop.db.selectFrom('products').select('stock').where('id', '=', product.id)
  const { stock } = await row.executeTakeFirstOrThrow()
  const moved = await shop.db
    .selectFrom('stock_movements')
    .select(['delta', 'reason'])
    .where('product_id', '=', product.id)
    .where('order_id', 'is', null)
    .execute()
  return {
    shelf: stock,
    sold: held.reduce((sum, line) => sum + standingOf(line), 0),
    there: moved.reduce((sum, { delta }) => sum + delta, 0),
    deeds: moved.map(({ reason }) => reason),
  }
}

test('no order of purchases, cancellations, refunds, edits and troubles sells more than there was, or charges anybody', {
  timeout: IS_LONG ? 5_400_000 : 300_000,
}, async () => {
  let [happened, orders, changes, shared, sales, decisions, tenders] = [0, 0, 0, 0, 0, 0, 0]
  const done = new Set<string>()
  const settled: number[] = []
  const look = async (day: Deed[][], market: Market) => {
    expect(await whatIsWrong(market.shop.db)).toEqual([])
    expect(await checkBooks(market.shop.db)).toEqual([])
    for (const product of market.shelf) {
      const { shelf, sold, there, deeds } = await stockOf(market, product)
      expect(shelf).toBeGreaterThanOrEqual(0)
      expect(shelf + sold).toBe(there)
      for (const reason of deeds) done.add(reason)
    }
    for (const { order, costs, cents, times } of await settledCosts(market.shop.db)) {
      expect(costs, `the weight of order ${order}`).toBe(cents)
      settled.push(times)
    }
    // Only a buyer's own Pay, and the round that ends what it began, ever ask for money.
    const charges = [...market.charges].filter((text) => !/^buys |minutes pass$/.test(text))
    expect(charges).toEqual([])
    sales += (await market.shop.db.selectFrom('sales').select('id').execute()).length
    decisions += (await market.shop.db.selectFrom('no_shows').select('id').execute()).length
    happened += day.flat().length
    orders += (await market.standing()).orders.length
    const ledger = market.shop.db.selectFrom('order_changes').select('changed_by')
    const made = await ledger.execute()
    changes += made.length
    shared += made.filter(({ changed_by }) => changed_by === 'short').length
    const ofOrders = market.shop.db.selectFrom('tenders').where('order_id', 'is not', null)
    tenders += (await ofOrders.select('id').execute()).length
  }
  // Closes each shop right away; many at once would hold too many connections.
  const law = fc.asyncProperty(days, async (day) => {
    const ends: (() => Promise<void>)[] = []
    try {
      await look(day, await live(day, (end) => ends.push(end)))
    } finally {
      for (const end of ends.toReversed()) await end()
    }
  })
  await fc.assert(law, { seed: SEED, numRuns: RUNS })
  expect(orders).toBeGreaterThan(RUNS)
  expect(sales).toBeGreaterThan(0)
  // A short run need not hit every kind.
  if (RUNS === FEW) return
  for (const many of [tried, outOfSeason, settled]) expect(many.length).toBeGreaterThan(0)
  if (!IS_LONG) return
  expect(happened).toBeGreaterThanOrEqual(10_000)
  for (const many of [changes, tenders, decisions, shared]) expect(many).toBeGreaterThan(0)
  expect(Math.max(...settled)).toBeGreaterThan(1)
  for (const reason of [...STOCK_ACTIONS, 'counted', 'undone']) expect(done).toContain(reason)
})
