import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Truck } from '#contract/market/truck.ts'
import type { Cents } from '#contract/money/money.ts'
import { type Db, write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { levelProducts } from '#server/features/stock/move-stock.ts'
import { recordStockAction } from '#server/features/stock/record-action.ts'
import { recordGoods } from '#server/features/stock/record-goods.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aPhone, cashSale } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { everyOrderOf, type LoadEvent, loadEvents } from '#tests/load-events.ts'
import { expectBooksToName, type Spoiled } from '#tests/spoiled-books.ts'
import { showTruck } from './truck.ts'

/** 10 AM on a market Saturday, farm time. */
const NOON = '2026-11-21T17:00:00.000Z'

async function aTruck() {
  const shop = await aShop({ now: NOON })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 8 })
  const row = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: day } = await row.where('place_id', '=', 1).executeTakeFirstOrThrow()
  const phone = await aPhone(shop, { dayId: day })
  const call = atDesk(shop)
  const lineOf = ({ products }: Truck) => products.find(({ productId }) => productId === eggs.id)
  const shown = async () => lineOf((await call('GET', `/api/market-days/${day}/truck`)).json())
  const load = async (units: number) => {
    const goods = [{ productId: eggs.id, units: Math.abs(units) }]
    await phone.report(units > 0 ? 'load' : 'unload', { goods })
    return shown()
  }
  const sell = async (units: number) => {
    const sale = phone.make('sell', cashSale(units * 5, { productId: eggs.id }, units))
    await phone.send(sale)
    return sale.id
  }
  const harvest = (units: number) =>
    call('POST', `/api/products/${eggs.id}/movements`, {
      ...{ id: crypto.randomUUID(), reason: 'harvest', units },
    })
  const settle = async () =>
    lineOf((await call('POST', `/api/market-days/${day}/truck/settle`)).json())
  const books = () => checkBooks(shop.db)
  return { shop, eggs, day, phone, call, load, sell, harvest, settle, shown, books }
}

describe('goods on the truck', () => {
  test('are not for sale in the shop, and come home but for what was sold or thrown away', async () => {
    const its = await aTruck()
    expect(await its.load(8)).toMatchObject({ loaded: 8, stock: 0 })
    const bought = await aKeyedBuyer(its.shop).buy(orderBody([[its.eggs, 1]]))
    expect([bought.statusCode, bought.json().message]).toEqual([409, 'Eggs is sold out.'])
    await its.sell(5)
    expect(await its.shown()).toMatchObject({ loaded: 8, sold: 5, stock: 0, missing: 0 })
    const later = await showTruck(its.shop.db, its.day, new Date('2026-11-22T18:00:00.000Z'))
    expect(later.products).toMatchObject([{ missing: 3 }])
    const home = { back: 1, waste: 1 }
    const goods = [{ productId: its.eggs.id, ...home }]
    await its.phone.report('came-home', { goods, replaces: [] })
    expect(await its.shown()).toMatchObject({ ...home, loaded: 6, stock: 1, beyond: 0 })
    const journal = (await its.call('GET', `/api/products/${its.eggs.id}/movements`)).json()
    const { movements } = journal as {
      movements: { reason: string; units: number; canUndo: boolean }[]
    }
    expect(movements.map(({ reason, units, canUndo }) => [reason, units, canUndo])).toEqual([
      ['waste', -1, false],
      ['unloaded', 2, false],
      ['loaded', -8, false],
      ['start', 8, false],
    ])
    expect(await its.books()).toEqual([])
  })

  test('may be taken off again, and what was sold is of the stock then', async () => {
    const its = await aTruck()
    await its.load(6)
    await its.sell(2)
    expect(await its.load(-6)).toMatchObject({ taken: 0, loaded: 0, sold: 2, stock: 6 })
    expect(await its.load(8)).toMatchObject({ taken: 8, loaded: 8, stock: 0 })
    expect(await its.books()).toEqual([])
  })

  test('are sold before what the shop has, and both before what the books have not', async () => {
    const its = await aTruck()
    await its.load(3)
    const sold = await its.sell(5)
    expect(await its.shown()).toMatchObject({ loaded: 3, sold: 5, stock: 3 })
    await its.sell(4)
    expect(await its.shown()).toMatchObject({ sold: 9, stock: 0, beyond: 1 })
    expect(await its.books()).toEqual([])
    await its.phone.report('void-sale', { target: sold })
    expect(await its.shown()).toMatchObject({ sold: 4, stock: 4, beyond: 0 })
    expect(await its.books()).toEqual([])
  })

  test('take over what was sold before anything was loaded', async () => {
    const its = await aTruck()
    const first = await its.sell(2)
    await its.sell(7)
    expect(await its.load(4)).toMatchObject({ sold: 9, stock: 0, beyond: 1 })
    await its.phone.report('void-sale', { target: first })
    expect(await its.shown()).toMatchObject({ sold: 7, loaded: 4, stock: 1, beyond: 0 })
    expect(await its.books()).toEqual([])
  })
})

describe('what was sold beyond the books', () => {
  const owing = async () => {
    const its = await aTruck()
    await its.load(8)
    await its.sell(11)
    expect(await its.shown()).toMatchObject({ stock: 0, beyond: 3 })
    return its
  }

  test('is taken off every rise of the stock first', async () => {
    const its = await owing()
    expect((await its.harvest(2)).json()).toMatchObject({ stock: 0 })
    const counts = [{ id: crypto.randomUUID(), productId: its.eggs.id, counted: 4 }]
    const counted = await its.call('POST', '/api/stock-count', { counts })
    expect(counted.json().counted).toMatchObject([{ stock: 3 }])
    expect(await its.shown()).toMatchObject({ stock: 3, beyond: 0 })
    await its.sell(5)
    const form = { stock: 4, baseStock: 0 }
    expect((await its.call('PUT', `/api/products/${its.eggs.id}`, form)).statusCode).toBe(200)
    expect(await its.shown()).toMatchObject({ stock: 2, beyond: 0 })
    expect(await its.books()).toEqual([])
  })

  test('is taken off what comes back of an order', async () => {
    const its = await aTruck()
    await aKeyedBuyer(its.shop).buy(orderBody([[its.eggs, 6]]))
    await its.load(2)
    await its.sell(3)
    expect(await its.shown()).toMatchObject({ stock: 0, beyond: 1 })
    await its.call('PUT', '/api/orders/1/status', { status: 'cancelled' })
    expect(await its.shown()).toMatchObject({ stock: 5, beyond: 0 })
    expect(await its.books()).toEqual([])
  })

  test('is let be once the farmer has settled the day', async () => {
    const its = await owing()
    expect(await its.settle()).toMatchObject({ isSettled: true, beyond: 3 })
    await its.harvest(5)
    expect(await its.shown()).toMatchObject({ stock: 5, isSettled: true })
    expect(await its.books()).toEqual([])
    await its.sell(1)
    expect(await its.shown()).toMatchObject({ stock: 1, beyond: 0, isSettled: false })
    expect(await its.books()).toEqual([])
  })
})

const SPOILED: Spoiled[] = [
  [
    'a load of another wish',
    (tx) => tx.updateTable('stall_loads').set({ wish: 9 }).execute(),
    { law: 'load', found: 9, expected: 8 },
  ],
  [
    'another sum of what was sold',
    (tx) => tx.updateTable('stall_loads').set({ sold: 10 }).execute(),
    { law: 'load', found: 10, expected: 11 },
  ],
  [
    'a way onto the truck that is gone',
    (tx) => tx.deleteFrom('stock_movements').where('truck', 'is not', null).execute(),
    { law: 'load', found: 8, expected: 0 },
  ],
  [
    'a debt that is gone',
    (tx) => tx.deleteFrom('stock_debts').execute(),
    { law: 'debts', found: 0, expected: 3 },
  ],
  [
    'a debt of a day that is settled',
    (tx) => tx.updateTable('stall_loads').set({ settled_at: NOON }).execute(),
    { law: 'debts', found: 3, expected: 0 },
  ],
]

test('the books name each that is spoiled', async () => {
  const its = await aTruck()
  await its.load(8)
  await its.sell(11)
  await expectBooksToName(its.shop.db, SPOILED)
})

async function aReported() {
  const its = await aTruck()
  const { db } = its.shop
  const days = await db.selectFrom('market_days').select('id').orderBy('id').limit(2).execute()
  const at = new Date(NOON)
  const send = async (event: LoadEvent, id: string, productId: number) => {
    const dayId = days[event.day]?.id ?? 0
    const what = { commandId: id, dayId, at }
    const nothing = { productId, loaded: 0, back: 0, waste: 0 }
    if (event.kind === 'rise')
      return recordStockAction(its.shop.shop, productId, {
        ...{ id, reason: 'harvest', units: event.units, note: null },
      })
    return write(db, async (tx, emit) => {
      if (event.kind === 'sell') {
        await insertSale(tx, { id, dayId, productId, units: event.units })
        return levelProducts(tx, emit, dayId, [productId], at)
      }
      const sent =
        event.kind === 'home'
          ? { back: event.back, waste: event.waste }
          : { loaded: event.kind === 'load' ? event.units : -event.units }
      await recordGoods(tx, emit, { ...what, goods: [{ ...nothing, ...sent }] })
    })
  }
  const applyAll = async (events: readonly LoadEvent[]) => {
    const { id } = await aProduct(db, { stock: 4 })
    for (const event of events) await send(event, crypto.randomUUID(), id)
    return stateOf(db, id)
  }
  return { ...its, applyAll }
}

const NOTHING = 0 as Cents

type Sent = { id: string; dayId: number; productId: number; units: number }

async function insertSale(tx: Db, { id, dayId, productId, units }: Sent): Promise<void> {
  const sale = { id, market_day_id: dayId, total_cents: NOTHING, note: null, at: NOON }
  await tx.insertInto('sales').values(sale).execute()
  const goods = { product_id: productId, name: 'Eggs', category: 'Farm Eggs', units }
  const item = { sale_id: id, number: 1, ...goods, cents: NOTHING }
  await tx.insertInto('sale_items').values(item).execute()
  const noted = {
    ...{ id, phone_id: null, person_id: 1, order_id: null, kind: 'sell', body: '{}' },
    ...{ body_hash: id, made_at: NOON, received_at: NOON, counts: true },
  }
  await tx
    .insertInto('stall_commands')
    .values({ ...noted, outcome: 'applied' })
    .execute()
}

async function stateOf(db: Db, id: number) {
  const product = db.selectFrom('products').select('stock').where('id', '=', id)
  const { stock } = await product.executeTakeFirstOrThrow()
  const loads = db.selectFrom('stall_loads').where('product_id', '=', id).orderBy('market_day_id')
  const rows = await loads
    .select(['market_day_id', 'wish', 'loaded', 'sold', 'from_stock', 'back', 'waste', 'wasted'])
    .execute()
  const debts = db.selectFrom('stock_debts').where('product_id', '=', id).orderBy('market_day_id')
  const owed = await debts.select(['market_day_id', 'units', 'others']).execute()
  const moved = await sql<{ reason: string; truck: string | null; units: number }>`
    select reason, case when truck is null then 0 else 1 end as truck, sum(delta) as units
    from stock_movements where product_id = ${id} group by reason, 2
    having sum(delta) <> 0 order by reason, 2`.execute(db)
  return { stock, rows, owed, moved: moved.rows.map((row) => ({ ...row, units: +row.units })) }
}

test('whatever the shop was told first, stock, truck and debts are the same', {
  timeout: 600_000,
}, async () => {
  const its = await aReported()
  const law = fc.asyncProperty(loadEvents, fc.infiniteStream(fc.nat()), async (events, dice) => {
    const orders = everyOrderOf(events)
    const first = await its.applyAll(events)
    for (let tried = 0; tried < (IS_LONG ? 6 : 2); tried++) {
      const other = orders[(dice.next().value ?? 0) % orders.length] ?? events
      expect(await its.applyAll(other)).toEqual(first)
    }
  })
  const numRuns = IS_LONG ? 1000 : isShortOnPostgres() ? 3 : 40
  await fc.assert(law, { seed: 20_261_123, numRuns })
  expect(await its.books()).toEqual([])
})
