import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { addProduct } from './edit-product.ts'

const KALE = {
  name: 'Kale',
  description: '',
  category: 'Vegetables' as const,
  price: 300 as Cents,
  stock: 10,
  imageUrl: null,
}

async function aDesk() {
  const shop = await aShop()
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const save = (changes: object[]) =>
    shop.inject({ method: 'PUT', url: '/api/products/bulk', headers, payload: { changes } })
  const listed = async () => (await shop.inject({ url: '/api/products' })).json()
  return { shop, save, listed }
}

describe('prices and stock of many products', () => {
  test('change together, and each is a line in the history of its product', async () => {
    const { shop, save, listed } = await aDesk()
    const [eggs, kale] = [await aProduct(shop.db), await aProduct(shop.db, { name: 'Kale' })]
    const answer = await save([
      { id: kale.id, price: '3.25' },
      { id: eggs.id, stock: 12, baseStock: 10 },
    ])
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual([
      { ...eggs, stock: 12 },
      { ...kale, price: 3.25 },
    ])
    expect(await listed()).toEqual(answer.json())
    const history = await shop.db
      .selectFrom('audit')
      .select(['subject'])
      .where('action', '=', 'changed')
      .execute()
    expect(history.map(({ subject }) => subject)).toEqual(['product:1', 'product:2'])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('go with unit, category, limit and hidden; a price by weight brings its price along', async () => {
    const { shop, save, listed } = await aDesk()
    const eggs = await aProduct(shop.db, { stock: 4 })
    const byWeight = { weighUnit: 'lb', weighPrice: 600 as Cents, weighTo: 4000 } as const
    const ham = await aProduct(shop.db, { name: 'Ham', price: 2400 as Cents, ...byWeight })
    const base = { unit: null, category: eggs.category, lowLimit: null, hidden: false }
    const more = { unit: 'dozen', category: 'Bakery', lowLimit: 3, hidden: true }
    const raised = { id: ham.id, weighPrice: 6.5, base: { weighPrice: 6 } }
    expect((await save([{ id: eggs.id, ...more, base }, raised])).statusCode).toBe(200)
    expect(await listed()).toEqual([expect.objectContaining({ weighPrice: 6.5, price: 26 })])
    // Someone else changed the category meanwhile, so neither row is saved.
    const later = { id: ham.id, weighPrice: 7, base: { weighPrice: 6.5 } }
    const clash = { id: eggs.id, hidden: false, category: 'Vegetables', base }
    const answer = await save([later, clash])
    expect([answer.statusCode, answer.json().problems]).toEqual([
      409,
      [expect.objectContaining({ field: 'changes.1.category', current: 'Bakery' })],
    ])
    expect(await listed()).toEqual([expect.objectContaining({ weighPrice: 6.5, price: 26 })])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('keep what was sold meanwhile', async () => {
    const { shop, save } = await aDesk()
    const eggs = await aProduct(shop.db, { stock: 10 })
    await aBareBuyer(shop).buy(orderBody([[eggs, 3]]))
    expect((await save([{ id: 1, stock: 20, baseStock: 10 }])).json()).toMatchObject([
      { stock: 17 },
    ])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('are all refused when one row is in the way, and every such row is named', async () => {
    const { shop, save, listed } = await aDesk()
    const eggs = await aProduct(shop.db, { stock: 4 })
    await aProduct(shop.db, { name: 'Kale' })
    await aBareBuyer(shop).buy(orderBody([[eggs, 3]]))
    const before = await listed()
    const answer = await save([
      { id: 2, price: 9 },
      { id: 77, price: 1 },
      { id: 1, stock: 0, baseStock: 4 },
    ])
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      code: 'stock-changed',
      message: 'Nothing was saved: 2 rows need another look.',
      problems: [
        { field: 'changes.1.id', message: 'There is no product #77.' },
        {
          field: 'changes.2.stock',
          message: 'Some were sold in the meantime. Please check the stock again.',
        },
      ],
    })
    const gone = await save([{ id: 77, price: 1 }])
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'not-found'])
    expect(await listed()).toEqual(before)
    expect(
      await shop.db.selectFrom('audit').select('id').where('action', '=', 'changed').execute(),
    ).toEqual([])
  })

  test('are refused with nothing, a product twice or none, and what no product can have', async () => {
    const { shop, save, listed } = await aDesk()
    const eggs = await aProduct(shop.db)
    const twice = [1, 2].map((price) => ({ id: 1, price }))
    const wrong = [{ id: 1, price: 0 }, { id: 1, stock: -1 }, { id: 1, name: 'X' }, { price: 1 }]
    for (const changes of [[], twice, ...wrong.map((change) => [change])])
      expect((await save(changes)).statusCode, JSON.stringify(changes)).toBe(400)
    expect(await listed()).toEqual([eggs])
  })

  test('of five hundred products go in one call', async () => {
    const { shop, save, listed } = await aDesk()
    await write(shop.db, async (tx) => {
      for (let n = 0; n < 500; n++) await addProduct(tx, KALE, new Date())
    })
    const changes = Array.from({ length: 500 }, (_, index) => ({
      id: index + 1,
      price: 7,
      stock: 11,
      baseStock: 10,
    }))
    expect((await save(changes)).statusCode).toBe(200)
    const list: { price: number; stock: number }[] = await listed()
    expect(new Set(list.map(({ price, stock }) => `${price} ${stock}`))).toEqual(new Set(['7 11']))
  })
})
