import { describe, expect, test } from 'vitest'
import { productIdIn } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { write } from '#server/db/write.ts'
import { markDeleted } from '#server/features/products/product-queries.ts'
import { aShop, signIn } from '#tests/a-shop.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import type { Pages } from './http/render-page.ts'

async function aShopWithPages() {
  const rendered: string[] = []
  const pages: Pages = {
    client: null,
    renderPage: async (path, load) => {
      rendered.push(path)
      const id = productIdIn(path.replace('/p/', ''))
      const shown = id === null ? [] : await load('/api/products', 5, id)
      return { status: id === null ? 410 : 200, html: JSON.stringify({ path, shown }) }
    },
  }
  const shop = await aShop({ pages, env: { PUBLIC_URL: 'https://farm.example' } })
  const cookie = await signIn(shop)
  const desk = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}) =>
    shop.inject({ method, url, headers: { cookie }, payload })
  const make = (name: string, more: Partial<Product> = {}) => {
    const plain = { description: '', category: 'Bakery', price: 5, stock: 9, imageUrl: null }
    return desk('POST', '/api/products', { ...plain, name, ...more })
  }
  const retire = (id: number) =>
    write(shop.db, async (tx, emit) => {
      await markDeleted(tx, id, new Date())
      emit({ kind: 'products', productIds: [id] })
    })
  const visit = (path: string, headers = {}) => shop.inject({ url: path, headers })
  return { shop, desk, make, retire, visit, rendered }
}

describe.skipIf(ARE_TWO)('a product’s page', () => {
  test('is kept for everyone, and a sale renders no page that nobody asks for', async () => {
    const { desk, make, visit, rendered } = await aShopWithPages()
    for (const name of ['Rye Bread', 'Bagels', 'Buns']) await make(name)
    for (const path of ['/p/1-rye-bread', '/p/1-rye-bread?utm=1', '/p/2-bagels', '/p/3-buns']) {
      const answer = await visit(path)
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
    }
    expect(rendered).toEqual(['/p/1-rye-bread', '/p/2-bagels', '/p/3-buns'])
    await desk('PUT', '/api/products/1', { stock: 4 })
    expect((await visit('/p/2-bagels')).json().shown[2]).toMatchObject({ id: 1, stock: 4 })
    expect(rendered).toHaveLength(4)
  })

  test('shows what goes with it: in stock, first of its category, and no more than asked', async () => {
    const { make, visit } = await aShopWithPages()
    await make('Rye Bread', { category: 'Bakery' })
    await make('Gone Buns', { category: 'Bakery', stock: 0 })
    await make('Kale', { category: 'Vegetables' })
    for (const name of ['Bagels', 'Rolls', 'Scones']) await make(name, { category: 'Bakery' })
    const ids = async (path: string) =>
      (await visit(path)).json().shown.map(({ id }: Product) => id)
    expect(await ids('/p/1-rye-bread')).toEqual([1, 4, 5, 6, 3])
    expect(await ids('/p/5-rolls')).toEqual([5, 6, 1, 4, 3])
    expect(await ids('/p/2-gone-buns')).toEqual([2, 4, 5, 6, 1])
  })
})

describe('a product’s address', () => {
  test('is one: every other with its number leads there, within the shop', async () => {
    const { desk, make, visit } = await aShopWithPages()
    await make('Rye Bread')
    for (const other of [
      '/p/1',
      '/p/1-',
      '/p/1-Rye-Bread',
      '/p/1-%2F%2Fevil.example',
      '/p/1-%00',
    ]) {
      const moved = await visit(`${other}?next=//evil.example`, { host: 'evil.example' })
      expect([moved.statusCode, moved.headers.location], other).toEqual([301, '/p/1-rye-bread'])
      // A redirect kept forever would loop once the name changes back.
      expect(moved.headers['cache-control']).toBe('no-cache')
    }
    await desk('PUT', '/api/products/1', { name: 'Seeded Rye' })
    expect((await visit('/p/1-rye-bread')).headers.location).toBe('/p/1-seeded-rye')
    await desk('PUT', '/api/products/1', { name: 'Rye Bread' })
    expect((await visit('/p/1-rye-bread')).statusCode).toBe(200)
  })

  test('is there for any name, and stands in the sitemap until the product leaves', async () => {
    const { shop, make, retire } = await aShopWithPages()
    const odd = [
      '農場の卵 🥚',
      'a/b\\c?d#e%2f',
      '</loc>&"\'',
      `${'long '.repeat(23)}name`,
      '- Ж -',
      '007',
    ]
    for (const name of odd) await make(name)
    const listed = async () => {
      const { body } = await shop.inject({ url: '/sitemap.xml' })
      return [...body.matchAll(/<loc>https:\/\/farm\.example(\/p\/[^<]*)<\/loc>/g)].map(
        ([, path = '']) => path,
      )
    }
    const paths = await listed()
    expect(paths.slice(0, 3)).toEqual(['/p/1', '/p/2-a-b-c-d-e-2f', '/p/3-loc'])
    expect(paths).toHaveLength(odd.length)
    for (const path of paths) {
      const answer = await shop.inject({ url: path })
      expect([answer.statusCode, answer.json().path]).toEqual([200, path])
    }
    await retire(2)
    expect(await listed()).toEqual(paths.filter((path) => path !== '/p/2-a-b-c-d-e-2f'))
  })

  test.skipIf(ARE_TWO)(
    'of what left the shop is one page of status 410, of what never was in it one of 404',
    async () => {
      const { desk, make, retire, visit, rendered } = await aShopWithPages()
      for (const name of ['Rye Bread', 'Bagels', 'Plum Jam']) await make(name)
      await retire(1)
      await desk('DELETE', '/api/products/2')
      await desk('PUT', '/api/products/3', { hidden: true })
      for (const path of ['/p/1-rye-bread', '/p/1', '/p/1-x', '/p/2-bagels', '/p/3-plum-jam'])
        expect((await visit(path)).statusCode, path).toBe(410)
      expect(rendered).toEqual(['/p/gone'])
      const nothing = ['4-rye', '4', '0', '-1', '1x', '9999999999', '99999999999', 'gone', '1.5']
      for (const segment of [
        ...nothing,
        '',
        '__proto__',
        '%00',
        '%F0%9F%A5%9A',
        'x'.repeat(10_000),
      ])
        expect((await visit(`/p/${segment}`)).json(), segment).toMatchObject({ path: '/p/missing' })
      for (const path of ['/p', '/p/1/2'])
        expect((await visit(path)).json(), path).toMatchObject({ path: '/404' })
      expect(rendered).toEqual(['/p/gone', '/p/missing', '/404'])
    },
  )
})
