import { describe, expect, test } from 'vitest'
import { history } from '#contract/people/history.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import type { OwnCategory } from '#contract/products/own-categories.ts'
import type { DeskProduct } from '#contract/products/products.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { aPhone, cashSale } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'

const HONEY = {
  ...{ name: 'Clover honey', description: '', category: 'Honey', price: 9, stock: 5, imageUrl: '' },
}

async function aDesk() {
  const shop = await aShop()
  const desk = atDesk(shop)
  const call = async (...of: Parameters<typeof desk>) => {
    const answer = await desk(...of)
    return { status: answer.statusCode, body: answer.json() }
  }
  const add = async (name: string): Promise<OwnCategory> =>
    (await call('POST', '/api/categories', { name })).body
  const own = async (): Promise<OwnCategory[]> => (await call('GET', '/api/categories')).body
  return { shop, call, add, own }
}

const listOf = async (shop: AShop): Promise<DeskProduct[]> =>
  (await shop.inject({ url: '/api/products' })).json()

test('a product has one of the seven, or one of the farm’s own; no other', async () => {
  const { shop, call, add } = await aDesk()
  const unknown = { status: 400, body: { code: 'invalid', field: 'category' } }
  expect(await call('POST', '/api/products', HONEY)).toMatchObject(unknown)
  const message = 'Please choose a category.'
  const plain = await shop.inject({
    ...{ method: 'POST', url: '/api/products', payload: HONEY },
    headers: { cookie: await signIn(shop) },
  })
  expect([plain.statusCode, plain.body]).toEqual([400, message])
  await add('Honey')
  const { status, body } = await call('POST', '/api/products', HONEY)
  expect([status, body.category]).toEqual([201, 'Honey'])
  for (const category of ['Jam', 'honey', 'Honey ', 'farm eggs', '', 7, null])
    expect(await call('PUT', `/api/products/${body.id}`, { category })).toMatchObject(unknown)
  const bulk = { changes: [{ id: body.id, category: 'Jam' }] }
  const refused = await call('PUT', '/api/products/bulk', bulk)
  expect(refused.body.problems).toEqual([{ field: 'changes.0.category', message }])
})

test('a shop has at most sixty categories of its own', async () => {
  const { call } = await aDesk()
  for (let number = 1; number <= 60; number++)
    expect((await call('POST', '/api/categories', { name: `Jam ${number}` })).status).toBe(201)
  expect(await call('POST', '/api/categories', { name: 'Jam 61' })).toMatchObject({
    status: 400,
    body: { code: 'invalid', field: 'name' },
  })
})

describe('a name', () => {
  test('is kept as it is read: one line without what no reader sees', async () => {
    const { add } = await aDesk()
    expect(await add('  Jams\u200b &\u00a0 Jellies ')).toMatchObject({ name: 'Jams & Jellies' })
  })

  test('is refused without a letter or digit, too long, and where there is one, in any letters', async () => {
    const { call, add, own } = await aDesk()
    await add('Honey')
    const meat = await add('Meat')
    for (const [status, names] of [
      [400, ['', '   ', '\u200b\u00ad', '***', 'x'.repeat(41)]],
      [409, ['farm eggs', ' FARMERS  CHEESE', 'HONEY']],
    ] as const)
      for (const name of names) {
        const refusal = { status, body: { field: 'name' } }
        expect(await call('POST', '/api/categories', { name })).toMatchObject(refusal)
        expect(await call('PUT', `/api/categories/${meat.id}`, { name })).toMatchObject(refusal)
      }
    expect((await own()).map((one) => one.name)).toEqual(['Honey', 'Meat'])
  })

  test('sent twice at once is added once', async () => {
    const { call, own } = await aDesk()
    const both = [1, 2].map(() => call('POST', '/api/categories', { name: 'Honey' }))
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 409])
    const [honey, ...others] = await own()
    expect(others).toEqual([])
    const { entries } = (await call('GET', history.all.path)).body
    const made = entries.filter(({ action }: { action: string }) => action === 'created')
    expect(made).toMatchObject([{ subject: `category:${honey?.id}` }])
  })
})

test('products of the farm’s own follow the seven, in the farmer’s order', async () => {
  const { shop, call, add, own } = await aDesk()
  const [honey, meat] = [await add('Honey'), await add('Meat')]
  for (const category of ['Meat', 'Honey', 'Farmers Cheese', 'Farm Eggs'])
    await aProduct(shop.db, { category, name: category })
  const order = async () => (await listOf(shop)).map(({ category }) => category)
  const counted = async () =>
    (await call('GET', '/api/stock-count')).body.products.map((one: DeskProduct) => one.category)
  expect(await order()).toEqual(['Farm Eggs', 'Farmers Cheese', 'Honey', 'Meat'])
  expect(await counted()).toEqual(await order())
  await call('PUT', `/api/categories/${meat.id}`, { position: 1 })
  expect(await order()).toEqual(['Farm Eggs', 'Farmers Cheese', 'Meat', 'Honey'])
  expect(await counted()).toEqual(await order())
  expect((await own()).map(({ id, position }) => [id, position])).toEqual([
    [meat.id, 1],
    [honey.id, 2],
  ])
})

test('a new name goes to its products at once; what was sold keeps the name it was sold under', async () => {
  const { shop, call, add } = await aDesk()
  const { id } = await add('Honey')
  const jar = await aProduct(shop.db, { category: 'Honey', price: 900, stock: 20 })
  const comb = await aProduct(shop.db, { name: 'Comb', category: 'Honey', price: 800, stock: 20 })
  await aKeyedBuyer(shop).buy(orderBody([[jar, 2]]))
  await shop.settled()
  const market = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await market.where('place_id', '=', 1).executeTakeFirstOrThrow()
  const phone = await aPhone(shop, { dayId })
  await phone.report('sell', cashSale(9, { productId: jar.id }))
  await call('PUT', `/api/categories/${id}`, { name: 'Honey & bees' })
  expect((await listOf(shop)).find((one) => one.id === jar.id)?.category).toBe('Honey & bees')
  await aKeyedBuyer(shop).buy(orderBody([[jar, 2]]))
  await shop.settled()
  // A line added by a change is copied as well.
  const lines = [
    { productId: jar.id, units: -1 },
    { productId: comb.id, units: 1 },
  ]
  const swap = { id: crypto.randomUUID(), lines, reason: '', notifiesBuyer: false }
  const second = shop.db.selectFrom('orders').select('revision').where('id', '=', 2)
  const { revision } = await second.executeTakeFirstOrThrow()
  const changed = await call('POST', '/api/orders/2/changes', { ...swap, revision })
  expect(changed).toMatchObject({ status: 200 })
  const figures = await call('GET', '/api/analytics/period?from=2026-11-21&to=2026-11-21')
  expect(figures.body.categories).toMatchObject([
    { category: 'Honey', units: 3, revenue: 27 },
    { category: 'Honey & bees', units: 2, revenue: 17 },
  ])
})

test('a hidden one is offered by no filter; its products stay for sale, and a call may still name it', async () => {
  const { shop, call, add } = await aDesk()
  const { id } = await add('Honey')
  const jar = await aProduct(shop.db, { category: 'Honey', stock: 3 })
  await call('PUT', `/api/categories/${id}`, { hidden: true })
  const [listed] = await listOf(shop)
  expect(listed).toMatchObject({ id: jar.id, stock: 3, categoryHidden: true })
  const { body } = await call('PUT', `/api/products/${jar.id}`, { ...listed, name: 'Honeycomb' })
  expect(body).toMatchObject({ name: 'Honeycomb', category: 'Honey' })
  await call('PUT', `/api/categories/${id}`, { hidden: false })
  expect((await listOf(shop))[0]).not.toHaveProperty('categoryHidden')
})

test('a client of the specification sees the same bytes, whatever of its own the farm has', async () => {
  const { shop, call, add } = await aDesk()
  for (const category of PRODUCT_CATEGORIES) await aProduct(shop.db, { category })
  for (const product of await listOf(shop)) expect(product).not.toHaveProperty('categoryHidden')
  const before = (await shop.inject({ url: '/api/products' })).body
  const { id } = await add('Honey')
  await call('PUT', `/api/categories/${id}`, { hidden: true, name: 'Bees' })
  expect((await shop.inject({ url: '/api/products' })).body).toBe(before)
})

test('a product cannot take a name that is just being given up', async () => {
  const { shop, call, add } = await aDesk()
  const { id } = await add('Honey')
  const products = [1, 2, 3, 4].map((one) => ({ ...HONEY, name: `Jar ${one}` }))
  const asked = products.map((product) => call('POST', '/api/products', product))
  await Promise.all([...asked, call('PUT', `/api/categories/${id}`, { name: 'Bees' })])
  const known = ['Bees', ...PRODUCT_CATEGORIES]
  for (const { category } of await listOf(shop)) expect(known).toContain(category)
})

describe('a file with a category that there is not', () => {
  const csv = 'name,category,price,stock\nJar,Honey,9,5\nComb,honey,12,3\nHam,Meat,20,\n'

  test('is refused row by row, and says which categories it could add', async () => {
    const { call, own } = await aDesk()
    const { body } = await call('POST', '/api/products/import', { csv })
    expect(body.rows).toMatchObject([
      { outcome: 'refused', newCategory: 'Honey', problems: [{ column: 'category' }] },
      { outcome: 'refused', newCategory: 'honey' },
      { outcome: 'refused' },
    ])
    // It has no stock either, so adding the category alone wouldn't be enough.
    expect(body.rows[2]).not.toHaveProperty('newCategory')
    expect((await call('POST', '/api/products/import', { csv, apply: true })).status).toBe(400)
    expect(await own()).toEqual([])
  })

  test('adds them once, with those products alone that are taken', async () => {
    const { shop, call, own } = await aDesk()
    const accepted = { csv, categories: true }
    const { plan } = (await call('POST', '/api/products/import', accepted)).body
    const done = { ...accepted, plan, apply: true, skipRefused: true }
    expect((await call('POST', '/api/products/import', done)).status).toBe(200)
    expect((await own()).map(({ name }) => name)).toEqual(['Honey'])
    expect((await listOf(shop)).map(({ category }) => category)).toEqual(['Honey', 'Honey'])
    const again = await call('POST', '/api/products/import', { csv, categories: true })
    expect(again.body.rows).toMatchObject([{ outcome: 'unchanged' }, { outcome: 'unchanged' }, {}])
  })
})
