import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { changeProduct } from '#server/features/products/edit-product.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import type { Pages } from './render-page.ts'

const INTENT = '/api/payments/stripe/create-intent'

describe('bad input is refused in the right status, and nothing is stored', () => {
  const wrongLines: [string, unknown][] = [
    ['a quantity of a billion', [{ productId: 1, quantity: 1e9, price: 5 }]],
    ['a quantity of minus one', [{ productId: 1, quantity: -1, price: 5 }]],
    ['a quantity of one and a half', [{ productId: 1, quantity: 1.5, price: 5 }]],
    ['a quantity that is text', [{ productId: 1, quantity: '1', price: 5 }]],
    [
      'a quantity that is null, as NaN becomes in JSON',
      [{ productId: 1, quantity: Number.NaN, price: 5 }],
    ],
    ['an unknown key in a line', [{ productId: 1, quantity: 1, price: 5, colour: 'red' }]],
    ['no lines', []],
    ['lines that are none', { productId: 1 }],
  ]

  test('lines that are none, at either call', async () => {
    const shop = await aShop()
    const { orderData } = orderBody([[await aProduct(shop.db), 1]])
    for (const [what, items] of wrongLines) {
      const answers = [
        await shop.inject({ method: 'POST', url: '/api/orders', payload: { orderData, items } }),
        await aKeyedBuyer(shop).createIntent({ orderData, items } as never),
      ]
      for (const answer of answers)
        expect([answer.statusCode, answer.json().code], what).toEqual([400, 'invalid'])
    }
    expect(await shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
  })

  const wrongOrders: [what: string, wrong: Record<string, unknown>, field: string][] = [
    ['text for the customer', { customerName: 7 }, 'customerName'],
    ['no email', { customerEmail: '' }, 'customerEmail'],
    ['two emails', { customerEmail: 'a@example.com, b@example.com' }, 'customerEmail'],
    ['a header', { customerEmail: 'a@example.com\r\nBcc: b@example.com' }, 'customerEmail'],
    ['no pickup place', { pickupLocation: null }, 'pickupLocation'],
    ['a pickup place that is none', { pickupLocation: 'moon' }, 'pickupLocation'],
    [
      'delivery to nowhere',
      { deliveryMethod: 'shipping', pickupLocation: null },
      'shippingAddress',
    ],
    [
      'a ZIP code of letters',
      { deliveryMethod: 'shipping', shippingAddress: { address: 'a', city: 'b', zipCode: 'x' } },
      'shippingAddress.zipCode',
    ],
    ['a total that is no amount', { total: 'lots' }, 'total'],
    ['another way to pay', { paymentMethod: 'cash' }, 'paymentMethod'],
    ['a card number in the notes', { notes: 'my card: 4242 4242-4242 4242' }, 'notes'],
  ]

  test('fields of an order, each by its name and in a sentence', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    for (const [what, wrong, field] of wrongOrders) {
      const answer = await aBareBuyer(shop).placeOrder(orderBody([[eggs, 1]], wrong))
      expect([answer.statusCode, answer.json().field], what).toEqual([400, `orderData.${field}`])
      expect(answer.json().message, what).toMatch(/^[A-Z].*\.$/)
    }
    expect(await shop.db.selectFrom('orders').selectAll().execute()).toEqual([])
  })

  const wrongIntents: [what: string, wrong: object, status: number][] = [
    ['an amount below fifty cents', { amount: 49 }, 400],
    ['an amount with a fraction', { amount: 500.5 }, 400],
    ['a card that is no token', { payment_method_id: '4242424242424242' }, 400],
    ['a card nobody knows', { payment_method_id: 'pm_unknown' }, 402],
    ['less than our lowest price', { amount: 100 }, 400],
    ['an unknown key', { currency: 'eur' }, 400],
  ]

  test('fields of an intent', async () => {
    const shop = await aShop()
    await aProduct(shop.db, { price: 500 })
    const card = { amount: 500, payment_method_id: 'pm_card_visa' }
    const right = { ...card, customer_email: 'a@example.com', customer_name: 'A' }
    for (const [what, wrong, status] of wrongIntents) {
      const payload = { ...right, ...wrong }
      const answer = await shop.inject({ method: 'POST', url: INTENT, payload })
      expect([answer.statusCode, typeof answer.json().error], what).toEqual([status, 'string'])
    }
    expect(await shop.db.selectFrom('sandbox_intents').selectAll().execute()).toEqual([])
  })

  const [JSON_TYPE, LONG] = ['application/json', JSON.stringify({ orderData: 'x'.repeat(1e6) })]
  const wrongBodies: [what: string, payload: string, type: string, status: number][] = [
    ['a megabyte of JSON', LONG, JSON_TYPE, 413],
    ['broken JSON', '{"orderData":', JSON_TYPE, 400],
    ['NaN', '{"items": NaN}', JSON_TYPE, 400],
    ['a prototype', '{"__proto__": {"admin": true}}', JSON_TYPE, 400],
    ['an empty body', '', JSON_TYPE, 400],
    ['a form', 'a=b', 'application/x-www-form-urlencoded', 415],
    ['plain text', '{}', 'text/plain', 415],
    ['a list', '[]', JSON_TYPE, 400],
  ]

  test('bodies', async () => {
    const shop = await aShop()
    for (const [what, payload, type, status] of wrongBodies) {
      const headers = { 'content-type': type }
      const answer = await shop.inject({ method: 'POST', url: '/api/orders', headers, payload })
      expect([answer.statusCode, typeof answer.json().message], what).toEqual([status, 'string'])
    }
    expect((await shop.inject({ url: '/healthz' })).body).toBe('alive')
  })
})

describe('a refusal', () => {
  test('is one plain sentence, or the specification’s field, or our pages’ JSON', async () => {
    const shop = await aShop()
    const plain = await shop.inject({ url: '/api/orders' })
    expect([plain.headers['content-type'], plain.body]).toEqual([
      'text/plain; charset=utf-8',
      'Please sign in at the desk.',
    ])
    const headers = { accept: 'application/json' }
    const requested = await shop.inject({ url: '/api/orders', headers })
    expect(requested.json()).toEqual({ code: 'signed-out', message: 'Please sign in at the desk.' })
    const order = await shop.inject({ method: 'POST', url: '/api/orders', payload: {} })
    expect(order.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
    const intent = await shop.inject({ method: 'POST', url: INTENT, payload: {} })
    expect(intent.json()).toMatchObject({ error: expect.any(String) })
  })

  test('for a failure of our own says nothing but where to look', async () => {
    const shop = await aShop({ env: { LOG_LEVEL: 'silent' } })
    const { write } = await import('#server/db/write.ts')
    const { sql } = await import('kysely')
    await write(shop.db, (tx) => sql`drop table settings`.execute(tx))
    const answer = await shop.inject({ url: '/api/settings' })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toBe(
      `Something went wrong on our side. Please try again. (${answer.headers['x-request-id']})`,
    )
  })
})

test('every answer carries a request id', async () => {
  const shop = await aShop()
  for (const url of ['/', '/api/products', '/api/nothing', '/nowhere', '/assets/none.js'])
    expect((await shop.inject({ url })).headers['x-request-id'], url).toMatch(/^[\da-f-]{36}$/)
  const { headers } = await shop.inject({ url: '/assets/none.js' })
  expect([headers['x-content-type-options'], headers['x-frame-options']]).toEqual([
    'nosniff',
    'DENY',
  ])
})

describe('search engines', () => {
  test('read where everything is, under the public address', async () => {
    const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
    const robots = await shop.inject({ url: '/robots.txt' })
    expect([robots.headers['content-type'], robots.body]).toEqual([
      'text/plain; charset=utf-8',
      'User-agent: *\nAllow: /api/feeds/\nDisallow: /api/\n\nSitemap: https://farm.example/sitemap.xml\n',
    ])
    const sitemap = await shop.inject({ url: '/sitemap.xml' })
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(sitemap.body).toContain('<loc>https://farm.example/</loc>')
  })

  test('and who found a hole read whom to tell, and password managers where to go', async () => {
    const shop = await aShop({
      env: { PUBLIC_URL: 'https://farm.example' },
      now: '2026-11-18T18:00:00.000Z',
    })
    const read = async () => (await shop.inject({ url: '/.well-known/security.txt' })).body
    expect(await read()).toContain('Expires: 2027-11-18T18:00:00.000Z\n')
    const email = { key: 'contact_email' as const, value: 'ada@farm.example', description: '' }
    await write(shop.db, (tx) => tx.insertInto('settings').values(email).execute())
    expect(await read()).toContain('Contact: mailto:ada@farm.example\n')
    const change = await shop.inject({ url: '/.well-known/change-password' })
    expect([change.statusCode, change.headers.location]).toEqual([302, '/admin#password'])
  })

  test('are led to this machine while there is no public address, whatever the request says of its host', async () => {
    const shop = await aShop({ env: { PORT: '4321' } })
    const { body } = await shop.inject({ url: '/sitemap.xml', headers: { host: 'evil.example' } })
    expect(body).toContain('<loc>http://localhost:4321/</loc>')
  })
})

describe('a path that is not there', () => {
  test('is the not-found page for people, with status 404, and a sentence for calls', async () => {
    const shop = await aShop()
    const page = await shop.inject({ url: '/nowhere?x=1' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    const call = await shop.inject({ url: '/api/nothing' })
    expect([call.statusCode, call.body]).toEqual([404, 'There is nothing here.'])
    expect((await shop.inject({ url: '/uploads/../../package.json' })).statusCode).toBe(404)
    expect((await shop.inject({ url: '/uploads/%2e%2e/%2e%2e/config.ts' })).statusCode).not.toBe(
      200,
    )
  })
})

test('a long list travels compressed where that is taken, and says what it is now', async () => {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Eggs' })
  for (let number = 1; number <= 40; number++) await aProduct(shop.db, { name: `Honey ${number}` })
  const list = (encoding?: string) =>
    shop.inject({ url: '/api/products', headers: encoding ? { 'accept-encoding': encoding } : {} })
  const [plain, br, gz] = [await list(), await list('gzip, br'), await list('gzip')]
  expect([plain, br, gz].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ])
  expect(br.headers.vary).toBe('Accept-Encoding')
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  await write(shop.db, async (tx, emit) => {
    await tx.updateTable('products').set({ stock: 0 }).where('id', '=', eggs.id).execute()
    emit({ kind: 'products', productIds: [eggs.id] })
  })
  const now = brotliDecompressSync((await list('br')).rawPayload).toString()
  expect(JSON.parse(now).map(({ stock }: { stock: number }) => stock)).toContain(0)
})

describe('an answer that is the same for everyone', () => {
  const aFilledShop = async () => {
    const shop = await aShop()
    const desk = await signedInDesk(shop)
    const page = { slug: 'our-hens', title: 'Our hens', content: '<p>They lay.</p>' }
    await desk.ask('POST', '/api/pages', page)
    for (let number = 1; number <= 20; number++)
      await aProduct(shop.db, { name: `Honey ${number}` })
    return { shop, ...desk }
  }
  const CACHED = [
    '/api/products',
    '/api/settings',
    '/api/market-days',
    '/api/pages/links',
    '/api/pages/slug/our-hens',
  ]

  test('is asked for once: who has it is told so, in each encoding', async () => {
    const { shop } = await aFilledShop()
    for (const url of CACHED)
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { 'accept-encoding': encoding }
        const first = await shop.inject({ url, headers })
        const etag = String(first.headers.etag)
        expect([first.statusCode, first.headers['cache-control']], url).toEqual([200, 'no-cache'])
        const have = { ...headers, 'if-none-match': `"other", W/${etag}` }
        const again = await shop.inject({ url, headers: have })
        expect([again.statusCode, again.headers.etag, again.body], url).toEqual([304, etag, ''])
        expect(again.headers['content-encoding'], url).toBeUndefined()
        const head = await shop.inject({ method: 'HEAD', url, headers })
        expect([head.statusCode, head.headers.etag, head.body], url).toEqual([200, etag, ''])
      }
  })

  test('is another one after the farmer’s edit, at once', async () => {
    const { shop, ask } = await aFilledShop()
    const tags = async () =>
      Promise.all(CACHED.map(async (url) => (await shop.inject({ url })).headers.etag))
    const before = await tags()
    const { id } = (await shop.inject({ url: '/api/pages/slug/our-hens' })).json()
    const renamed = await ask('PUT', `/api/pages/${id}`, { title: 'Our ducks' })
    const name = { key: 'farm_name', value: 'Duck Farm', description: '' }
    const named = await ask('POST', '/api/settings', name)
    expect([renamed.statusCode, named.statusCode]).toEqual([200, 201])
    const after = await tags()
    expect(CACHED.filter((_, place) => before[place] !== after[place])).toEqual([
      '/api/settings',
      '/api/pages/links',
      '/api/pages/slug/our-hens',
    ])
  })

  test('is kept by nobody where the desk reads more', async () => {
    const { shop, headers, ask } = await aFilledShop()
    for (const url of ['/api/settings', '/api/pages/slug/our-hens']) {
      const atDesk = await ask('GET', url)
      expect([atDesk.headers['cache-control'], atDesk.headers.etag]).toEqual([
        'no-store',
        undefined,
      ])
    }
    await ask('POST', '/api/settings', { key: 'wished_margin', value: '50', description: '' })
    const keys = async (own: Record<string, string>) =>
      (await shop.inject({ url: '/api/settings', headers: own })).json().length
    expect(await keys(headers)).toBeGreaterThan(await keys({}))
  })

  test('is not there once its page is hidden, and is there again with it', async () => {
    const { shop, ask } = await aFilledShop()
    const url = '/api/pages/slug/our-hens'
    const { id } = (await shop.inject({ url })).json()
    const statuses: number[] = []
    for (const isActive of [false, true]) {
      await ask('PUT', `/api/pages/${id}`, { isActive })
      statuses.push((await shop.inject({ url })).statusCode)
    }
    expect(statuses).toEqual([404, 200])
  })
})

test('a long list of the desk travels compressed where that is taken, a short answer never', async () => {
  const shop = await aShop()
  const cookie = await signIn(shop)
  for (let number = 1; number <= 20; number++) await aProduct(shop.db, { name: `Honey ${number}` })
  const ask = (url: string, encoding?: string) =>
    shop.inject({
      url,
      headers: { cookie, ...(encoding ? { 'accept-encoding': encoding } : {}) },
    })
  const plain = await ask('/api/desk/products')
  const packed = await ask('/api/desk/products', 'gzip, br')
  expect([plain, packed].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
  ])
  expect(plain.headers.vary).toBe('Accept-Encoding')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect((await ask('/api/admin/session', 'br')).headers['content-encoding']).toBeUndefined()
})

describe('a page', () => {
  test('comes compressed as the browser likes it, and once only', async () => {
    const shop = await aShop()
    const plain = await shop.inject({ url: '/' })
    const small = await shop.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br;q=0.5' } })
    expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([
      undefined,
      'br',
    ])
    expect(small.headers.vary).toBe('Accept-Encoding')
    const etag = String(small.headers.etag)
    const headers = { 'accept-encoding': 'br', 'if-none-match': etag }
    const again = await shop.inject({ url: '/', headers })
    expect([again.statusCode, again.headers.etag, again.headers.vary, again.body]).toEqual([
      304,
      etag,
      'Accept-Encoding',
      '',
    ])
    const none = { 'accept-encoding': 'br;q=0, identity' }
    const refused = await shop.inject({ url: '/', headers: none })
    expect(refused.headers['content-encoding']).toBeUndefined()
  })

  test('shows a sale within a second or so, and not by rendering at every order', async () => {
    let renders = 0
    const pages: Pages = {
      client: null,
      renderPage: async (_, load) => {
        renders++
        return { status: 200, html: JSON.stringify(await load('/api/products')) }
      },
    }
    const shop = await aShop({ pages })
    const eggs = await aProduct(shop.db, { stock: 10 })
    await shop.inject({ url: '/' })
    for (let sold = 0; sold < 5; sold++) {
      await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
      await shop.inject({ url: '/' })
    }
    expect(renders).toBeLessThan(5)
    await expect
      .poll(async () => (await shop.inject({ url: '/' })).body, { timeout: 3000 })
      .toContain('"stock":5')
  })

  test('never keeps what was read before a change that came during its render', async () => {
    const shopRef: { during: (() => Promise<unknown>) | null } = { during: null }
    const pages: Pages = {
      client: null,
      renderPage: async (_, load) => {
        const products = await load('/api/products')
        const { during } = shopRef
        shopRef.during = null
        await during?.()
        return { status: 200, html: JSON.stringify(products) }
      },
    }
    const shop = await aShop({ pages })
    const eggs = await aProduct(shop.db, { price: 500 })
    const { AsyncResource } = await import('node:async_hooks')
    const outside = new AsyncResource('another request')
    shopRef.during = () =>
      outside.runInAsyncScope(() =>
        changeProduct(shop.db, eggs.id, { price: 900 } as never, new Date()),
      )
    expect((await shop.inject({ url: '/' })).body).toContain('"price":5')
    expect((await shop.inject({ url: '/' })).body).toContain('"price":9')
  })

  test.skipIf(ARE_TWO)('is kept under known names only, whatever its address says', async () => {
    const requested: string[] = []
    const pages: Pages = {
      client: null,
      renderPage: async (path) => {
        requested.push(path)
        return { status: 200, html: path }
      },
    }
    const shop = await aShop({ pages })
    for (const url of ['/', '/?all=1', '/?all=1&x=2', '/?all=2', '/?utm=x', '/?all=1'])
      await shop.inject({ url })
    for (const url of ['/?category=all', '/?category=Eggs', '/?category=tea', '/?category=eggs'])
      await shop.inject({ url })
    for (const word of ['pickled%20goods', 'pickled+goods', 'pickled goods&utm=x'])
      await shop.inject({ url: `/?all=1&category=${word}` })
    expect(requested).toEqual(['/', '/?all=1', '/?category=eggs', '/?category=pickled%20goods'])
  })

  test.skipIf(ARE_TWO)(
    'is rendered once for a crowd that asks at the same time, and a failed render is not kept',
    async () => {
      let renders = 0
      let fail = true
      const pages: Pages = {
        client: null,
        renderPage: async () => {
          renders++
          await new Promise((resolve) => setTimeout(resolve, 20))
          if (fail) throw new Error('out of paper')
          return { status: 200, html: 'here' }
        },
      }
      const shop = await aShop({ pages })
      const crowd = () => Promise.all(Array.from({ length: 50 }, () => shop.inject({ url: '/' })))
      expect(new Set((await crowd()).map((answer) => answer.statusCode))).toEqual(new Set([500]))
      fail = false
      expect(new Set((await crowd()).map((answer) => answer.body))).toEqual(new Set(['here']))
      expect(renders).toBe(2)
    },
  )
})
