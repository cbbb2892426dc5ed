import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import type { JournalPage, MovedStock } from '#contract/products/stock-journal.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { showJournal } from './journal.ts'

const CHROME =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

async function anEggShop() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 10 })
  const headers = { cookie: await signIn(shop), accept: 'application/json', 'user-agent': CHROME }
  const desk = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  const record = (reason: string, units: number, more: object = {}) =>
    desk('POST', `/api/products/${eggs.id}/movements`, {
      ...{ id: crypto.randomUUID(), reason, units },
      ...more,
    })
  const undo = (id: number, command: string = crypto.randomUUID()) =>
    desk('POST', `/api/movements/${id}/undo`, { id: command })
  const journal = async (before?: number): Promise<JournalPage> =>
    (
      await desk(
        'GET',
        `/api/products/${eggs.id}/movements${before === undefined ? '' : `?before=${before}`}`,
      )
    ).json()
  const made = async (reason: string, units: number) =>
    (await record(reason, units)).json<MovedStock>().movement.id
  return { shop, eggs, desk, record, undo, journal, made }
}

const buy = ({ shop, eggs }: Awaited<ReturnType<typeof anEggShop>>, units: number) =>
  aKeyedBuyer(shop).buy(orderBody([[eggs, units]]))

describe('the stock journal', () => {
  test('tells why a stock moved, when, by whom and for which order, newest first', async () => {
    const its = await anEggShop()
    await its.record('harvest', 20, { note: '  From the north house ' })
    await its.record('waste', 2)
    await buy(its, 3)
    await its.desk('PUT', `/api/products/${its.eggs.id}`, { stock: 30 })
    const { product, movements, isMore } = await its.journal()
    expect(product).toEqual({ id: 1, name: 'Eggs', stock: 30, promised: 3, isGone: false })
    expect(isMore).toBe(false)
    expect(movements.map(({ reason, units, orderId }) => [reason, units, orderId])).toEqual([
      ['adjusted', 5, null],
      ['sold', -3, 1],
      ['waste', -2, null],
      ['harvest', 20, null],
      ['start', 10, null],
    ])
    const [adjusted, sold, , harvest] = movements
    expect(harvest).toMatchObject({
      note: 'From the north house',
      device: 'Chrome on Android',
      at: its.shop.clock.now.toISOString(),
    })
    expect(adjusted?.address).toBe(harvest?.address)
    expect(harvest?.address).not.toBeNull()
    expect(sold).toMatchObject({ device: null, address: null, canUndo: false })
    expect(await checkBooks(its.shop.db)).toEqual([])
  })

  test('comes in pages, each movement once', async () => {
    const its = await anEggShop()
    await write(its.shop.db, (tx) =>
      tx
        .insertInto('stock_movements')
        .values(
          Array.from({ length: 119 }, (_, place) => ({
            ...{ product_id: its.eggs.id, delta: place % 2 === 0 ? 1 : -1, order_id: null },
            ...{ reason: 'adjusted' as const, at: its.shop.clock.now.toISOString() },
          })),
        )
        .execute(),
    )
    const ids: number[] = []
    for (let page = await its.journal(); ; page = await its.journal(ids.at(-1))) {
      ids.push(...page.movements.map(({ id }) => id))
      if (!page.isMore) break
    }
    expect(ids).toEqual(Array.from({ length: 120 }, (_, place) => 120 - place))
  })

  test('of a product that left the shop can be read, and nothing of it undone until it is restored', async () => {
    const its = await anEggShop()
    await buy(its, 1)
    const id = await its.made('harvest', 5)
    const before = await its.journal()
    await its.desk('DELETE', `/api/products/${its.eggs.id}`)
    const { product, movements } = await its.journal()
    expect([product.isGone, movements[0]?.canUndo]).toEqual([true, false])
    expect((await its.undo(id)).statusCode).toBe(404)
    expect((await its.record('harvest', 1)).statusCode).toBe(404)
    await its.desk('POST', `/api/products/${its.eggs.id}/restoration`, { hidden: true })
    expect(await its.journal()).toEqual(before)
    expect((await its.undo(id)).statusCode).toBe(200)
  })

  test('is read by its index, however long it is', async () => {
    const { db } = await aShop({ hasNewDatabase: true })
    const ids = [(await aProduct(db)).id, (await aProduct(db)).id]
    // SQLite plans alike for any number; PostgreSQL counts.
    const many = inject('postgresUrl') ? 20_000 : 100
    await write(db, async (tx) => {
      for (const id of ids)
        await sql`insert into stock_movements (product_id, delta, reason, at)
          with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${many})
          select cast(${id} as integer), 0, case when n % 10 = 0 then 'counted' else 'adjusted' end,
            '2026-11-18T18:00:00.000Z' from numbers`.execute(tx)
    })
    if (inject('postgresUrl')) await write(db, (tx) => sql`analyze`.execute(tx))
    const plans = await plansOf(db, (tx) => showJournal(tx, ids[0] ?? 0, many))
    expect(plans.join('\n')).toMatch(/stock_movements_of_product/)
    expect(plans.join('\n')).toMatch(/stock_movements_counted/)
    expect(plans.filter((line) => READS_ALL.test(line) || /sort|TEMP B-TREE/i.test(line))).toEqual(
      [],
    )
  })
})

describe('harvest, waste and gifts', () => {
  test('move the stock by what was written down, and are in the history', async () => {
    const its = await anEggShop()
    expect((await its.record('harvest', 5)).json()).toMatchObject({ productId: 1, stock: 15 })
    expect((await its.record('waste', 2)).json()).toMatchObject({ stock: 13 })
    expect((await its.record('gift', 3, { note: 'School' })).json()).toMatchObject({
      stock: 10,
      movement: { reason: 'gift', units: -3, note: 'School' },
    })
    const history = await its.desk('GET', '/api/admin/history?subject=product&id=1')
    expect(history.json().slice(0, 3)).toMatchObject([
      { action: 'gave-away', after: { units: 3, note: 'School', stock: 10 } },
      { action: 'wasted', before: { stock: 15 }, after: { units: 2, stock: 13 } },
      { action: 'harvested', after: { name: 'Eggs', units: 5, stock: 15 } },
    ])
    expect(await checkBooks(its.shop.db)).toEqual([])
  })

  test('are on the kept pages of the shop at once, and so are an undo and a count', async () => {
    const its = await anEggShop()
    const homePage = async () => (await its.shop.inject({ url: '/' })).body
    expect(await homePage()).toContain('Eggs $5 (10)')
    const id = await its.made('harvest', 5)
    expect(await homePage()).toContain('Eggs $5 (15)')
    await its.undo(id)
    expect(await homePage()).toContain('Eggs $5 (10)')
    const count = { id: crypto.randomUUID(), productId: 1, counted: 7 }
    await its.desk('POST', '/api/stock-count', { counts: [count] })
    expect(await homePage()).toContain('Eggs $5 (7)')
  })

  test('sent twice are made once, and another deed under the same id is refused', async () => {
    const its = await anEggShop()
    const id = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => its.record('harvest', 5, { id })))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ stock: 15 })
    const cheese = await aProduct(its.shop.db)
    const others = await Promise.all([
      its.record('harvest', 6, { id }),
      its.record('waste', 5, { id }),
      its.desk('POST', `/api/products/${cheese.id}/movements`, { id, reason: 'harvest', units: 5 }),
    ])
    expect(others.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
    const [one, other] = await Promise.all(
      [its.eggs.id, cheese.id].map((product) =>
        its.desk('POST', `/api/products/${product}/movements`, {
          ...{ id: 'a0000000-0000-4000-8000-000000000000', reason: 'harvest', units: 1 },
        }),
      ),
    )
    expect([one?.statusCode, other?.statusCode].sort()).toEqual([201, 409])
    expect(await checkBooks(its.shop.db)).toEqual([])
  })

  test('take no more than is for sale, and say what is promised', async () => {
    const its = await anEggShop()
    await buy(its, 4)
    const answer = await its.record('waste', 7)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { message: 'Only 6 of Eggs left for sale; 4 more are promised to orders.', field: 'units' },
    ])
    expect((await its.record('waste', 6)).statusCode).toBe(201)
    expect((await its.record('gift', 1)).json().message).toBe(
      'No Eggs left for sale; 4 more are promised to orders.',
    )
    expect((await its.record('harvest', 100_000)).statusCode).toBe(201)
    expect((await its.record('harvest', 1)).json().message).toBe(
      'At most 100,000 in stock, please.',
    )
  })

  test('are refused at the field that is wrong', async () => {
    const its = await anEggShop()
    for (const wrong of [
      ...[{ units: 0 }, { units: 1.5 }, { units: 100_001 }, { reason: 'sold' }, { id: '1' }],
      ...[{ note: 'x'.repeat(121) }, { note: 'a\u0000b' }],
    ]) {
      const answer = await its.record('harvest', 1, wrong)
      expect([answer.statusCode, [answer.json().field]]).toEqual([400, Object.keys(wrong)])
    }
    expect((await its.journal()).movements).toHaveLength(1)
  })

  test('race with buyers: waste of three and a sale of two of the last four, one of them is told', async () => {
    const its = await anEggShop()
    await its.desk('PUT', `/api/products/${its.eggs.id}`, { stock: 4 })
    const [waste, sale] = await Promise.all([its.record('waste', 3), buy(its, 2)])
    expect([waste.statusCode, sale.statusCode].sort()).toEqual([201, 409])
    expect(await checkBooks(its.shop.db)).toEqual([])
  })
})

describe('undoing', () => {
  test('takes a movement back, once, by another one', async () => {
    const its = await anEggShop()
    const id = await its.made('harvest', 5)
    const command = crypto.randomUUID()
    const answers = await Promise.all([1, 2].map(() => its.undo(id, command)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers[0]?.json()).toMatchObject({
      stock: 10,
      movement: { reason: 'undone', units: -5, undoes: id },
    })
    const again = await its.undo(id)
    expect([again.statusCode, again.json()]).toEqual([200, answers[0]?.json()])
    const { movements } = await its.journal()
    expect(movements.map(({ isUndone, canUndo }) => [isUndone, canUndo])).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ])
    const history = await its.desk('GET', '/api/admin/history?subject=product&id=1')
    expect(history.json()[0]).toMatchObject({
      action: 'stock-undone',
      after: { undid: 'harvest', units: -5, stock: 10 },
    })
    expect(await checkBooks(its.shop.db)).toEqual([])
  })

  test('by two at the same moment is done by one of them', async () => {
    const its = await anEggShop()
    const id = await its.made('waste', 5)
    const answers = await Promise.all([its.undo(id), its.undo(id)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await its.journal()).product.stock).toBe(10)
  })

  test('is refused in words for what is not the farmer’s, was sold, counted since or is not there', async () => {
    const its = await anEggShop()
    const harvest = await its.made('harvest', 5)
    await buy(its, 12)
    const sold = (await its.journal()).movements[0]?.id ?? 0
    expect((await its.undo(sold)).json().message).toMatch(/belongs to an order or a sale/)
    expect((await its.undo(harvest)).json().message).toBe(
      'Only 3 of Eggs left for sale, so this cannot be undone. Count it instead.',
    )
    const count = { id: crypto.randomUUID(), productId: 1, counted: 40 }
    await its.desk('POST', '/api/stock-count', { counts: [count] })
    expect((await its.undo(harvest)).json().message).toMatch(/counted since/)
    expect((await its.undo(999)).statusCode).toBe(404)
    expect((await its.desk('POST', `/api/movements/${harvest}/undo`, { id: 7 })).statusCode).toBe(
      400,
    )
    const counted = (await its.journal()).movements[0]
    expect(counted).toMatchObject({ reason: 'counted', canUndo: true, counted: 40, promised: 12 })
    await its.undo(counted?.id ?? 0)
    expect((await its.journal()).product.stock).toBe(3)
    expect(await checkBooks(its.shop.db)).toEqual([])
  })
})
