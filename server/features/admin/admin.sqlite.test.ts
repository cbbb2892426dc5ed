import { describe, expect, test } from 'vitest'
import { aProduct, aShop, cookieOf, PASSWORD, signIn } from '#tests/a-shop.ts'

const ADMIN_CALLS = [
  ['GET', '/api/orders'],
  ['PUT', '/api/orders/1/status'],
  ['POST', '/api/products'],
  ['PUT', '/api/products/1'],
  ['DELETE', '/api/products/1'],
  ['POST', '/api/settings'],
  ['PUT', '/api/settings/hero_title'],
  ['GET', '/api/analytics/dashboard'],
  ['GET', '/api/admin/session'],
] as const

describe('the gate', () => {
  test.each(ADMIN_CALLS)(
    '%s %s answers 401 without a session, with a made-up one, and after signing out',
    async (method, url) => {
      const shop = await aShop()
      const cookie = await signIn(shop)
      await shop.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie } })
      for (const tried of ['', 'farmstand_admin=guessed', cookie]) {
        const answer = await shop.inject({ method, url, headers: { cookie: tried } })
        expect([answer.statusCode, answer.body]).toEqual([401, 'Please sign in at the desk.'])
      }
    },
  )

  test('opens for the password, and only for it', async () => {
    const shop = await aShop()
    const wrong = await shop.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password: 'seven brown hen' },
    })
    expect([wrong.statusCode, wrong.body, wrong.cookies]).toEqual([401, 'Incorrect password', []])
    const right = await shop.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password: PASSWORD },
    })
    expect(right.statusCode).toBe(200)
    expect(right.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^farmstand_admin=[\w-]{43}; Max-Age=43200; .*HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^farmstand_device=[\w-]{43}; Max-Age=31536000; .*HttpOnly; SameSite=Strict$/,
      ),
    ])
    const inside = await shop.inject({
      url: '/api/admin/session',
      headers: { cookie: cookieOf(right) },
    })
    expect(inside.json()).toEqual({
      signedInAt: '2026-11-18T18:00:00.000Z',
      expiresAt: '2026-11-19T06:00:00.000Z',
      person: { name: 'Farmer', role: 'farmer' },
      asksAgain: false,
    })
  })

  test('keeps only a hash of the session and of the password', async () => {
    const shop = await aShop()
    const stored = await shop.db
      .selectFrom('shop_memory')
      .selectAll()
      .where('key', '=', 'admin_password_hash')
      .executeTakeFirst()
    expect(stored?.value).toMatch(/^1\.8\.1\.[\w-]{22}\.[\w-]{43}$/)
    const cookie = await signIn(shop)
    const rows = await shop.db.selectFrom('admin_sessions').selectAll().execute()
    const devices = await shop.db.selectFrom('known_devices').selectAll().execute()
    expect([rows.length, devices.length]).toEqual([1, 1])
    expect(JSON.stringify([rows, devices])).not.toContain(cookie.split('=')[1])
  })

  test('closes after half an hour of silence and after twelve hours in any case', async () => {
    const shop = await aShop()
    const cookie = await signIn(shop)
    const ask = () => shop.inject({ url: '/api/admin/session', headers: { cookie } })
    shop.clock.now = new Date('2026-11-18T18:29:00.000Z')
    expect((await ask()).statusCode).toBe(200)
    shop.clock.now = new Date('2026-11-18T18:58:00.000Z')
    expect((await ask()).statusCode).toBe(200)
    shop.clock.now = new Date('2026-11-18T19:28:01.000Z')
    expect((await ask()).statusCode).toBe(401)
    const long = await signIn(shop)
    const began = shop.clock.now.getTime()
    const still = []
    for (let minutes = 20; minutes <= 740; minutes += 20) {
      shop.clock.now = new Date(began + minutes * 60_000)
      still.push(
        (await shop.inject({ url: '/api/admin/session', headers: { cookie: long } })).statusCode,
      )
    }
    expect(still.indexOf(401)).toBe(12 * 3 - 1)
  })
})

describe('another site', () => {
  const foreign = [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://localhost:81',
    'https://localhost',
  ]

  test.each(foreign)('%s cannot write with the farmer’s cookie', async (origin) => {
    const shop = await aShop()
    const cookie = await signIn(shop)
    const headers = { cookie, origin, host: 'localhost' }
    const refused = await shop.inject({
      method: 'PUT',
      url: '/api/settings/hero_title',
      headers,
      payload: { value: 'Hi' },
    })
    expect(refused.statusCode).toBe(403)
    expect(
      (await shop.inject({ method: 'POST', url: '/api/admin/logout', headers })).statusCode,
    ).toBe(403)
    const still = await shop.inject({ url: '/api/admin/session', headers: { cookie } })
    expect(still.statusCode).toBe(200)
  })

  test('is anything but PUBLIC_URL when that is set, and its cookies are then bound to the host', async () => {
    const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
    const login = (origin: string) =>
      shop.inject({
        method: 'POST',
        url: '/api/admin/login',
        headers: { origin },
        payload: { password: PASSWORD },
      })
    expect((await login('http://localhost')).statusCode).toBe(403)
    const inside = await login('https://farm.example')
    expect(inside.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-farmstand_admin=.*; Secure/),
      expect.stringMatching(/^__Host-farmstand_device=.*; Secure/),
    ])
    expect(inside.headers['strict-transport-security']).toBe('max-age=63072000')
  })
})

test('every change the farmer makes leaves a row: when, what, from what to what', async () => {
  const shop = await aShop()
  const cookie = await signIn(shop)
  const eggs = await aProduct(shop.db)
  await shop.inject({
    method: 'PUT',
    url: `/api/products/${eggs.id}`,
    headers: { cookie },
    payload: { price: '6.50' },
  })
  await shop.inject({ method: 'DELETE', url: `/api/products/${eggs.id}`, headers: { cookie } })
  const rows = await shop.db.selectFrom('audit').selectAll().orderBy('id').execute()
  expect(rows.map((row) => [row.action, row.subject])).toEqual([
    ['signed in', 'desk'],
    ['created', `product:${eggs.id}`],
    ['changed', `product:${eggs.id}`],
    ['deleted', `product:${eggs.id}`],
  ])
  expect(rows[2]).toMatchObject({
    at: '2026-11-18T18:00:00.000Z',
    before: { price: 5 },
    after: { price: 6.5 },
  })
})
