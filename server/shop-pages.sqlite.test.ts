import { describe, expect, test } from 'vitest'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import type { Pages } from './http/render-page.ts'

async function aShopWithPages(env: Record<string, string> = {}) {
  const rendered: string[] = []
  const pages: Pages = {
    client: null,
    renderPage: async (path, load) => {
      rendered.push(path)
      const slug = /^\/pages\/(.*)$/.exec(path)?.[1]
      const page = slug === undefined ? null : await load(`/api/pages/slug/${slug}`)
      return {
        status: page ? 200 : 404,
        html: JSON.stringify({ page, links: await load('/api/pages/links') }),
      }
    },
  }
  const shop = await aShop({ pages, env })
  const cookie = await signIn(shop)
  const desk = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}) =>
    shop.inject({ method, url, headers: { cookie }, payload })
  const make = (title: string) => desk('POST', '/api/pages', { title, content: `<p>${title}</p>` })
  const visit = (path: string, headers = {}) => shop.inject({ url: path, headers })
  return { shop, cookie, desk, make, visit, rendered }
}

describe('a content page', () => {
  test.skipIf(ARE_TWO)('is kept for everyone, and changes with the farmer’s edit', async () => {
    const { desk, make, visit, rendered } = await aShopWithPages()
    await make('Our farm')
    for (const path of ['/pages/our-farm', '/pages/our-farm?utm=1', '/pages/our-farm']) {
      const answer = await visit(path)
      expect([answer.statusCode, answer.json().page.content]).toEqual([200, '<p>Our farm</p>'])
      expect(answer.headers['cache-control']).toBe('no-cache')
    }
    expect(rendered).toEqual(['/pages/our-farm'])
    await desk('PUT', '/api/pages/1', { content: '<p>New</p>' })
    expect((await visit('/pages/our-farm')).json().page.content).toBe('<p>New</p>')
    await desk('DELETE', '/api/pages/1')
    expect((await visit('/pages/our-farm')).statusCode).toBe(404)
  })

  test.skipIf(ARE_TWO)(
    'that is not there is one page of status 404, however its address is written',
    async () => {
      const { visit, rendered } = await aShopWithPages()
      const long = 'x'.repeat(10_000)
      const odd = [
        'nowhere',
        'NOWHERE',
        '%2e%2e%2fadmin',
        'a%2Fb',
        '-',
        '__proto__',
        'a b',
        '%F0%9F%8C%B1',
        '%00',
        long,
      ]
      for (const slug of odd) {
        const answer = await visit(`/pages/${slug.replaceAll(' ', '%20')}`)
        expect([answer.statusCode, answer.headers['content-type']], slug).toEqual([
          404,
          'text/html; charset=utf-8',
        ])
      }
      expect(rendered).toEqual(['/pages/-'])
      for (const path of ['/pages', '/pages/', '/pages/a/b'])
        expect((await visit(path)).statusCode, path).toBe(404)
      expect(rendered).toEqual(['/pages/-', '/404'])
      for (const broken of ['/pages/%zz', '/pages/%c0%ae'])
        expect((await visit(broken)).statusCode).toBeLessThan(500)
    },
  )

  test.skipIf(ARE_TWO)(
    'is shown as a draft to the signed-in desk alone, and kept nowhere',
    async () => {
      const { cookie, desk, make, visit, rendered } = await aShopWithPages()
      await make('Our farm')
      await desk('PUT', '/api/pages/1', { isActive: false })
      const seen = await visit('/pages/our-farm', { cookie })
      expect([seen.statusCode, seen.json().page.isActive, seen.json().links]).toEqual([
        200,
        false,
        [],
      ])
      expect([seen.headers['cache-control'], seen.headers['x-robots-tag']]).toEqual([
        'no-store',
        'noindex, nofollow',
      ])
      for (const stranger of [{}, { cookie: 'farmstand_admin=x' }]) {
        const hidden = await visit('/pages/our-farm', stranger)
        expect([hidden.statusCode, hidden.json().page]).toEqual([404, null])
      }
      expect(rendered).toEqual(['/pages/our-farm', '/pages/-'])
      expect((await visit('/pages/a%2Fb', { cookie })).statusCode).toBe(404)
      expect((await visit('/pages/nowhere', { cookie })).statusCode).toBe(404)
      expect(rendered).toEqual(['/pages/our-farm', '/pages/-', '/pages/nowhere'])
    },
  )
})

describe.skipIf(ARE_TWO)('a secret that opens nothing', () => {
  test('is one page for all, rendered once, and its guesser is slowed down', async () => {
    const { visit, rendered } = await aShopWithPages({ LIMITS: 'on' })
    const statuses: number[] = []
    for (let guess = 0; guess < 70; guess++) {
      const secret = `${guess}`.padStart(21, 'x')
      statuses.push((await visit(`/o/${secret}A`)).statusCode)
    }
    expect(statuses).toEqual([...Array(60).fill(404), ...Array(10).fill(429)])
    expect(rendered).toEqual([`/o/${'A'.repeat(22)}`])
  })
})

describe('a slug of old', () => {
  test('leads to the page of now, within the shop, for as long as that is published', async () => {
    const { desk, make, visit } = await aShopWithPages()
    await make('One')
    for (const slug of ['two', 'three']) await desk('PUT', '/api/pages/1', { slug })
    for (const old of ['one', 'two']) {
      const moved = await visit(`/pages/${old}?next=//evil.example`, { host: 'evil.example' })
      expect([moved.statusCode, moved.headers.location]).toEqual([301, '/pages/three'])
      expect(moved.headers['cache-control']).toBe('no-cache')
    }
    await desk('PUT', '/api/pages/1', { isActive: false })
    expect((await visit('/pages/one')).statusCode).toBe(404)
    await desk('PUT', '/api/pages/1', { isActive: true, slug: 'one' })
    expect((await visit('/pages/one')).statusCode).toBe(200)
    expect((await visit('/pages/three')).headers.location).toBe('/pages/one')
    await desk('PUT', '/api/pages/1', { slug: 'four' })
    expect((await visit('/pages/one')).headers.location).toBe('/pages/four')
  })

  test('is the next page’s that takes it, and gone with its own', async () => {
    const { desk, make, visit } = await aShopWithPages()
    await make('One')
    await desk('PUT', '/api/pages/1', { slug: 'two' })
    await make('One')
    expect((await visit('/pages/one')).json().page.id).toBe(2)
    await desk('PUT', '/api/pages/2', { slug: 'three' })
    expect((await visit('/pages/one')).headers.location).toBe('/pages/three')
    await desk('DELETE', '/api/pages/2')
    expect((await visit('/pages/one')).statusCode).toBe(404)
  })
})

describe('a link with a stray end', () => {
  test('leads to its page', async () => {
    const { shop, make, visit } = await aShopWithPages()
    await make('Our farm')
    const eggs = await aProduct(shop.db, { name: 'Eggs' })
    const { receiptUrl } = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))).json()
    const pages = ['/pages/our-farm', `/p/${eggs.id}-eggs`, receiptUrl]
    for (const end of ['.', ')', '/', ',', '%20', '.)', '%22', '>'])
      for (const page of [...pages, '/admin', '/admin/stall', '/checkout']) {
        const moved = await visit(`${page}${end}`)
        expect([moved.statusCode, moved.headers.location], `${page}${end}`).toEqual([301, page])
      }
    for (const [path, page] of [
      ['/Admin', '/admin'],
      ['/CHECKOUT/?a=1', '/checkout?a=1'],
      ['/pages/our-farm/?utm=1', '/pages/our-farm?utm=1'],
    ] as const) {
      const moved = await visit(path)
      expect([moved.statusCode, moved.headers.location], path).toEqual([301, page])
    }
  })

  test('stays unknown where there is no such page', async () => {
    const { visit } = await aShopWithPages()
    const unknown = ['/nothing', '/nothing/', '//evil.example/', '/adminx/', '/pages/']
    for (const path of [...unknown, '/o/', '/a/b/', '/api/x/'])
      expect([path, (await visit(path)).statusCode]).toEqual([path, 404])
  })

  test('is read in time linear in its length', async () => {
    const { visit } = await aShopWithPages()
    const answer = await visit(`/pages/${'.'.repeat(7000)}x`)
    expect(answer.statusCode).toBe(404)
  })
})
