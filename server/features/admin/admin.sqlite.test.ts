import { describe, expect, test } from 'vitest'
import { getValue } from '#server/core/key-value.ts'
import { aShop, cookieOf, PASSWORD, signIn } from '#tests/a-shop.ts'

describe('the gate', () => {
  test('opens for the password, and only for it', async () => {
    const shop = await aShop()
    const login = (password: string) =>
      shop.inject({ method: 'POST', url: '/api/admin/login', payload: { password } })
    const wrong = await login('seven brown hen')
    expect([wrong.statusCode, wrong.body, wrong.cookies]).toEqual([401, 'Incorrect password', []])
    const right = await login(PASSWORD)
    expect(right.statusCode).toBe(200)
    expect(right.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^farmstand_admin=[\w-]{43}; Max-Age=43200; .*HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(
        /^farmstand_device=[\w-]{43}; Max-Age=31536000; .*HttpOnly; SameSite=Strict$/,
      ),
    ])
    const headers = { cookie: cookieOf(right) }
    const inside = await shop.inject({ url: '/api/admin/session', headers })
    expect(inside.json()).toEqual({
      signedInAt: '2026-11-18T18:00:00.000Z',
      expiresAt: '2026-11-19T06:00:00.000Z',
      person: { name: 'Farmer', role: 'farmer' },
      asksAgain: false,
    })
  })

  test('keeps only a hash of the session and of the password', async () => {
    const shop = await aShop()
    const stored = await getValue(shop.db, 'admin_password_hash')
    expect(stored).toMatch(/^1\.8\.1\.[\w-]{22}\.[\w-]{43}$/)
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

test('no page of another site or port writes with the farmer’s cookie', async () => {
  const shop = await aShop()
  const cookie = await signIn(shop)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://localhost:81',
    'https://localhost',
  ]) {
    const headers = { cookie, origin, host: 'localhost' }
    const payload = { key: 'hero_title', value: 'Hi' }
    for (const url of ['/api/settings', '/api/admin/logout']) {
      const { statusCode } = await shop.inject({ method: 'POST', url, headers, payload })
      expect([origin, url, statusCode]).toEqual([origin, url, 403])
    }
  }
  expect((await shop.inject({ url: '/api/admin/session', headers: { cookie } })).statusCode).toBe(
    200,
  )
})
