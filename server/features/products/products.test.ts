import { describe, expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { listFirstForSale, listProducts } from './product-queries.ts'

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
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers = {},
  ) =>
    shop.inject({ method, url, headers: { cookie, ...headers }, ...(payload ? { payload } : {}) })
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

test('what is sold out stands last in its category', async () => {
  const { shop } = await aDesk()
  for (const stock of [0, 3, 0, 5]) await aProduct(shop.db, { category: 'Bakery', stock })
  await aProduct(shop.db, { category: 'Vegetables', stock: 0 })
  expect((await listProducts(shop.db)).map(({ id }) => id)).toEqual([5, 2, 4, 1, 3])
})

test('its beginning is read alone: the first of the shop, without those that left it', async () => {
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

  test('of a product that is not there answers 404', async () => {
    const { call } = await aDesk()
    expect((await call('PUT', '/api/products/77', { stock: 9 })).statusCode).toBe(404)
    expect((await call('DELETE', '/api/products/77')).statusCode).toBe(404)
  })
})

test('unit and allergens are kept and shown, a change without them leaves them, and they are short', async () => {
  const { call } = await aDesk()
  const draft = { ...CARROTS, unit: ' bunch ', allergens: 'celery' }
  const created = (await call('POST', '/api/products', draft)).json()
  expect(created).toMatchObject({ unit: 'bunch', allergens: 'celery' })
  const change = async (fields: object) => (await call('PUT', '/api/products/1', fields)).json()
  expect(await change({ price: 4 })).toEqual({ ...created, price: 4 })
  const plain = await change({ unit: '', allergens: null })
  expect([plain.unit, plain.allergens]).toEqual([undefined, undefined])
  for (const long of [{ unit: 'x'.repeat(25) }, { allergens: 'x'.repeat(201) }])
    expect((await call('POST', '/api/products', { ...draft, ...long })).statusCode).toBe(400)
})

describe('deleting', () => {
  test('takes a product off shop and desk, and a restoration brings it back as it was', async () => {
    const { shop, call } = await aDesk()
    const { stock: _, ...requested } = CARROTS
    const carrots = (
      await call('POST', '/api/products', { ...requested, stock: 9, lowLimit: 3 })
    ).json()
    await call('PUT', `/api/products/${carrots.id}`, { hidden: true })
    const lists = async () => [
      (await shop.inject({ url: '/api/products' })).json(),
      (await call('GET', '/api/desk/products')).json(),
      (await call('GET', '/api/desk/products/deleted')).json(),
    ]
    expect(await lists()).toEqual([[], [expect.objectContaining({ hidden: true })], []])
    expect((await call('DELETE', `/api/products/${carrots.id}`)).statusCode).toBe(204)
    expect(await lists()).toEqual([[], [], [expect.objectContaining({ id: carrots.id, stock: 9 })]])
    for (const [method, path, body] of [
      ['DELETE', `/api/products/${carrots.id}`],
      ['PUT', `/api/products/${carrots.id}`, { hidden: false }],
      ['PUT', '/api/desk/products/order', { ids: [carrots.id] }],
    ] as const)
      expect((await call(method, path, body)).statusCode).toBe(404)
    const back = await call('POST', `/api/products/${carrots.id}/restoration`, {})
    expect(back.json()).toEqual(carrots)
    expect((await call('POST', `/api/products/${carrots.id}/restoration`, {})).statusCode).toBe(404)
    expect(await lists()).toEqual([
      [expect.objectContaining({ id: carrots.id, stock: 9 })],
      expect.any(Array),
      [],
    ])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('and restoring keeps the picture, and the recipe that makes it', async () => {
    const { shop, call } = await aDesk()
    const imageUrl = '/uploads/carrots.webp'
    await call('POST', '/api/products', { ...CARROTS, imageUrl })
    await call('POST', '/api/recipes', {
      recipeData: { name: 'Cake', servings: 4 },
      ingredients: [],
    })
    const link = { productId: 1, unitsPerBatch: 2 }
    await call('PUT', '/api/recipes/1/product', link)
    const recipe = async () => (await call('GET', '/api/recipes/1')).json()
    const before = await recipe()
    expect(before.product).toMatchObject(link)
    await call('DELETE', '/api/products/1')
    expect((await recipe()).product).toBeNull()
    const back = await call('POST', '/api/products/1/restoration', { hidden: true })
    expect(back.json()).toMatchObject({ imageUrl, hidden: true })
    expect(await recipe()).toEqual(before)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('hidden, a product is on no list of the shop, and no cart buys it', async () => {
    const { shop, call } = await aDesk()
    const [eggs, jam] = [await aProduct(shop.db), await aProduct(shop.db, { name: 'Plum jam' })]
    const before = await shop.inject({ url: '/api/products' })
    const shown = await call('PUT', `/api/products/${jam.id}`, { hidden: true })
    expect(shown.json()).toMatchObject({ id: jam.id, hidden: true })
    expect(before.json()).toHaveLength(2)
    expect(
      (await shop.inject({ url: '/api/products' })).json().map(({ id }: Product) => id),
    ).toEqual([eggs.id])
    expect((await shop.inject({ url: '/sitemap.xml' })).body).not.toContain('plum-jam')
    const refused = await aKeyedBuyer(shop).createIntent(orderBody([[jam, 1]]))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'product-gone'])
    const figures = (await call('GET', '/api/analytics/dashboard')).json()
    expect(figures.totalProducts).toBe(1)
    await call('PUT', `/api/products/${jam.id}`, { hidden: false })
    expect((await shop.inject({ url: '/api/products' })).json()).toHaveLength(2)
  })

  test('keeps the line of an order that it was in', async () => {
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
  const WRONG = [
    { name: ' ' },
    { name: 'Egg\u0000s' },
    { price: 0 },
    { price: -1 },
    { price: 1.005 },
    { price: 100_000.01 },
    { price: 'NaN' },
    { stock: 1.5 },
    { stock: -1 },
    { stock: 1e9 },
    { category: 'Fish' },
    { imageUrl: 'javascript:alert(1)' },
  ]

  test('by the name of the field that is wrong', async () => {
    const { shop, call } = await aDesk()
    const headers = { cookie: await signIn(shop), accept: 'application/json' }
    for (const wrong of WRONG) {
      const payload = { ...CARROTS, ...wrong }
      const refused = await shop.inject({ method: 'POST', url: '/api/products', headers, payload })
      const [field] = Object.keys(wrong)
      const body = { code: 'invalid', field, message: expect.stringMatching(/\.$/) }
      expect([refused.statusCode, refused.json()], `${field}`).toMatchObject([400, body])
      const plain = await call('POST', '/api/products', payload)
      expect(plain.headers['content-type']).toMatch(/^text\/plain/)
    }
    expect(await shop.db.selectFrom('products').selectAll().execute()).toEqual([])
  })

  test('with a field nobody knows', async () => {
    const { call } = await aDesk()
    const payload = { ...CARROTS, colour: 'red', stock: -1 }
    const refused = await call('POST', '/api/products', payload)
    expect([refused.statusCode, refused.body]).toEqual([400, 'Stock cannot be below zero.'])
    const named = await call('POST', '/api/products', payload, { accept: 'application/json' })
    expect(named.json().problems).toEqual([
      { field: 'stock', message: 'Stock cannot be below zero.' },
      { field: 'colour', message: 'Unknown field: colour.' },
    ])
  })

  test('in bytes that are not UTF-8, so that no name is spoiled', async () => {
    const { shop, call } = await aDesk()
    const payload = Buffer.from(JSON.stringify({ ...CARROTS, name: 'Café' }), 'latin1')
    for (const type of ['application/json', 'application/json; charset=iso-8859-1']) {
      const answer = await call('POST', '/api/products', payload, { 'content-type': type })
      expect([answer.statusCode, answer.body]).toEqual([400, 'Please send the JSON in UTF-8.'])
    }
    expect(await shop.db.selectFrom('products').selectAll().execute()).toEqual([])
  })
})

describe('the farmer’s own order', () => {
  const ids = async (shop: AShop) =>
    (await shop.inject({ url: '/api/products' })).json().map(({ id }: Product) => id)

  test('moves products among the places they have, and what came meanwhile stays last', async () => {
    const { shop, call } = await aDesk()
    for (let made = 0; made < 4; made++) await aProduct(shop.db, { category: 'Bakery' })
    expect((await call('PUT', '/api/desk/products/order', { ids: [4, 1, 3] })).statusCode).toBe(204)
    expect(await ids(shop)).toEqual([4, 2, 1, 3])
    await aProduct(shop.db, { category: 'Bakery' })
    await call('PUT', '/api/desk/products/order', { ids: [3, 2] })
    expect(await ids(shop)).toEqual([4, 3, 1, 2, 5])
    await call('PUT', '/api/products/4', { stock: 0 })
    expect(await ids(shop)).toEqual([3, 1, 2, 5, 4])
    await call('PUT', '/api/products/4', { stock: 2 })
    expect(await ids(shop)).toEqual([4, 3, 1, 2, 5])
  })

  test('has no product twice, and none that is not there', async () => {
    const { shop, call } = await aDesk()
    for (let made = 0; made < 2; made++) await aProduct(shop.db)
    const statusOf = async (given: number[]) =>
      (await call('PUT', '/api/desk/products/order', { ids: given })).statusCode
    expect([await statusOf([1, 1]), await statusOf([]), await statusOf([1, 99])]).toEqual([
      ...[400, 400, 404],
    ])
    expect(await ids(shop)).toEqual([1, 2])
  })
})
