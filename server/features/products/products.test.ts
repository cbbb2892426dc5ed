import { describe, expect, test } from 'vitest'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { listFirstForSale } from './for-sale-queries.ts'
import { listProducts } from './product-queries.ts'

const CARROTS = {
  name: 'Carrots',
  description: 'Sweet.',
  category: 'Vegetables',
  price: '3.5',
  stock: 12,
  imageUrl: '',
}

async function aDesk() {
  const shop = await aShop()
  const cookie = await signIn(shop)
  const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
  return { shop, call }
}

test('a new product is answered whole, is on the list, and its stock has a movement', async () => {
  const { shop, call } = await aDesk()
  const answer = await call('POST', '/api/products', CARROTS)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toEqual({ id: 1, ...CARROTS, price: 3.5, imageUrl: null })
  expect((await shop.inject({ url: '/api/products' })).json()).toEqual([answer.json()])
  expect(await whatIsWrong(shop.db)).toEqual([])
})

test('the list is in the order of the stall: category by category', async () => {
  const { shop } = await aDesk()
  for (const category of ['Bakery', 'Farm Eggs', 'Vegetables', 'Bakery'] as const)
    await aProduct(shop.db, { category })
  const list: { category: string }[] = (await shop.inject({ url: '/api/products' })).json()
  expect(list.map((product) => product.category)).toEqual([
    'Farm Eggs',
    'Vegetables',
    'Bakery',
    'Bakery',
  ])
})

test('what is sold out stands last in its category', async () => {
  const { shop } = await aDesk()
  for (const stock of [0, 3, 0, 5]) await aProduct(shop.db, { category: 'Bakery', stock })
  await aProduct(shop.db, { category: 'Vegetables', stock: 0 })
  expect((await listProducts(shop.db)).map(({ id }) => id)).toEqual([5, 2, 4, 1, 3])
})

test('its beginning is read alone: the first of the stall, without those that left it', async () => {
  const { shop, call } = await aDesk()
  for (const category of ['Bakery', 'Vegetables', 'Farm Eggs', 'Vegetables', 'Farm Eggs'] as const)
    await aProduct(shop.db, { category })
  const [first] = await listProducts(shop.db)
  await call('DELETE', `/api/products/${first?.id}`)
  const all = await listProducts(shop.db)
  expect(all.map(({ id }) => id)).toEqual([5, 2, 4, 1])
  for (const most of [1, 3, 4, 9])
    expect(await listFirstForSale(shop.db, most, shop.clock.now)).toEqual(all.slice(0, most))
})

describe('a change', () => {
  test('of one field leaves the rest', async () => {
    const { shop, call } = await aDesk()
    const eggs = await aProduct(shop.db)
    const answer = await call('PUT', `/api/products/${eggs.id}`, { name: 'Duck Eggs' })
    expect(answer.json()).toEqual({ ...eggs, name: 'Duck Eggs' })
  })

  test('from a form opened before a sale keeps the sale', async () => {
    const { shop, call } = await aDesk()
    const eggs = await aProduct(shop.db, { stock: 10 })
    await aBareBuyer(shop).buy(orderBody([[eggs, 3]]))
    const answer = await call('PUT', `/api/products/${eggs.id}`, {
      ...eggs,
      name: 'Eggs',
      baseStock: 10,
    })
    expect(answer.json()).toMatchObject({ name: 'Eggs', stock: 7 })
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('that takes more than is left is refused and changes nothing', async () => {
    const { shop, call } = await aDesk()
    const eggs = await aProduct(shop.db, { stock: 4 })
    await aBareBuyer(shop).buy(orderBody([[eggs, 3]]))
    const refused = await call('PUT', `/api/products/${eggs.id}`, {
      name: 'X',
      stock: 0,
      baseStock: 4,
    })
    expect(refused.statusCode).toBe(409)
    expect((await shop.inject({ url: '/api/products' })).json()).toEqual([{ ...eggs, stock: 1 }])
  })

  test('without a base sets the stock', async () => {
    const { shop, call } = await aDesk()
    const eggs = await aProduct(shop.db, { stock: 4 })
    expect((await call('PUT', `/api/products/${eggs.id}`, { stock: 9 })).json()).toMatchObject({
      stock: 9,
    })
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('of a product that is not there answers 404', async () => {
    const { call } = await aDesk()
    expect((await call('PUT', '/api/products/77', { stock: 9 })).statusCode).toBe(404)
    expect((await call('DELETE', '/api/products/77')).statusCode).toBe(404)
  })
})

describe('unit and allergens', () => {
  const WITH_ALLERGENS = { ...CARROTS, unit: ' bunch ', allergens: 'celery' }

  test('are kept and shown, and a change without them leaves them', async () => {
    const { call } = await aDesk()
    const created = (await call('POST', '/api/products', WITH_ALLERGENS)).json()
    expect(created).toMatchObject({ unit: 'bunch', allergens: 'celery' })
    expect((await call('PUT', '/api/products/1', { price: 4 })).json()).toEqual({
      ...created,
      price: 4,
    })
  })

  test('go when they are emptied', async () => {
    const { call } = await aDesk()
    await call('POST', '/api/products', WITH_ALLERGENS)
    const plain = (await call('PUT', '/api/products/1', { unit: '', allergens: null })).json()
    expect([plain.unit, plain.allergens]).toEqual([undefined, undefined])
  })

  test('are short', async () => {
    const { call } = await aDesk()
    expect(
      (await call('POST', '/api/products', { ...WITH_ALLERGENS, unit: 'x'.repeat(25) })).statusCode,
    ).toBe(400)
    expect(
      (await call('POST', '/api/products', { ...WITH_ALLERGENS, allergens: 'x'.repeat(201) }))
        .statusCode,
    ).toBe(400)
  })
})

describe('deleting', () => {
  test('removes a product that was never ordered', async () => {
    const { shop, call } = await aDesk()
    const eggs = await aProduct(shop.db)
    expect((await call('DELETE', `/api/products/${eggs.id}`)).statusCode).toBe(204)
    expect(await shop.db.selectFrom('products').selectAll().execute()).toEqual([])
  })

  test('archives one that was, so that its order keeps its line', async () => {
    const { shop, call } = await aDesk()
    const eggs = await aProduct(shop.db, { name: 'Eggs' })
    await aBareBuyer(shop).buy(orderBody([[eggs, 1]]))
    expect((await call('DELETE', `/api/products/${eggs.id}`)).statusCode).toBe(204)
    expect((await shop.inject({ url: '/api/products' })).json()).toEqual([])
    const items = await shop.db.selectFrom('order_items').select(['name', 'unit_cents']).execute()
    expect(items).toEqual([{ name: 'Eggs', unit_cents: 500 }])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })
})

describe('a product is refused', () => {
  test.each([
    ['without a name', { name: ' ' }, 'name'],
    ['with a price of zero', { price: 0 }, 'price'],
    ['with a negative price', { price: -1 }, 'price'],
    ['with three decimals', { price: 1.005 }, 'price'],
    ['with a price beyond $100,000', { price: 100_000.01 }, 'price'],
    ['with a price that is no number', { price: 'NaN' }, 'price'],
    ['with half a unit', { stock: 1.5 }, 'stock'],
    ['with a negative stock', { stock: -1 }, 'stock'],
    ['with a billion in stock', { stock: 1e9 }, 'stock'],
    ['in a category that is none', { category: 'Fish' }, 'category'],
    ['with a picture from a script', { imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
    ['with a NUL in its name', { name: 'Egg\u0000s' }, 'name'],
  ])('%s', async (_, wrong, field) => {
    const { shop, call } = await aDesk()
    const refused = await shop.inject({
      method: 'POST',
      url: '/api/products',
      headers: { cookie: await signIn(shop), accept: 'application/json' },
      payload: { ...CARROTS, ...wrong },
    })
    expect([refused.statusCode, refused.json().code, refused.json().field]).toEqual([
      400,
      'invalid',
      field,
    ])
    expect(refused.json().message).toMatch(/\.$/)
    expect(
      (await call('POST', '/api/products', { ...CARROTS, ...wrong })).headers['content-type'],
    ).toMatch(/^text\/plain/)
    expect(await shop.db.selectFrom('products').selectAll().execute()).toEqual([])
  })

  test('with a field nobody knows', async () => {
    const { call } = await aDesk()
    const refused = await call('POST', '/api/products', { ...CARROTS, colour: 'red' })
    expect([refused.statusCode, refused.body]).toEqual([400, 'Unknown field: colour.'])
  })
})
