import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/people/history.ts'
import { DEVICE_DAYS, LINK_HOURS } from '#contract/people/people.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { hashOf } from '#server/core/hash.ts'
import { aHelper } from '#tests/a-helper.ts'
import { type AShop, aProduct, aShop, cookieOf, signIn } from '#tests/a-shop.ts'

const session = (shop: AShop, cookie: string) =>
  shop.inject({ url: '/api/admin/session', headers: { cookie, accept: 'application/json' } })

const later = (shop: AShop, ms: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms)
}

describe('a link for a phone', () => {
  test('makes one phone the helper’s, whose name the phone is told, and whom the history names', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    const { cookie, farmer } = await aHelper(shop)
    const here = await session(shop, cookie)
    expect(here.json().person).toEqual({ name: 'Hanna', role: 'helper' })
    const harvest = { id: crypto.randomUUID(), reason: 'harvest', units: 5 }
    const url = `/api/products/${eggs.id}/movements`
    await shop.inject({ method: 'POST', url, headers: { cookie }, payload: harvest })
    const read = async (path: string) =>
      (await shop.inject({ url: path, headers: { cookie: farmer } })).json()
    const { entries } = await read('/api/admin/history/all')
    const made = entries.map((one: HistoryEntry) => `${one.person}: ${one.subject} ${one.action}`)
    expect(made.slice(0, 5)).toEqual([
      'Hanna: product:1 harvested',
      'Hanna: device:1 created',
      'Farmer: person:2 linked',
      'Farmer: person:2 created',
      'Farmer: desk signed in',
    ])
    expect((await read(url)).movements[0]).toMatchObject({ reason: 'harvest', person: 'Hanna' })
  })

  test('keeps its secret to itself: the database has a hash, and the address only what no browser sends', async () => {
    const shop = await aShop()
    const { id, ask, newSecret } = await aHelper(shop)
    const { url } = (await ask('POST', `/api/people/${id}/links`)).json()
    expect(new URL(url).pathname + new URL(url).search).toBe('/admin')
    const secret = await newSecret()
    const rows = [
      await shop.db.selectFrom('device_links').selectAll().execute(),
      await shop.db.selectFrom('devices').selectAll().execute(),
      await shop.db.selectFrom('audit').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).toContain(hashOf(secret))
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('is guessed at no more than twenty times a minute, and a guess changes nothing', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const { newSecret, link } = await aHelper(shop)
    const secret = await newSecret()
    const before = await shop.db.selectFrom('audit').select('id').execute()
    const guess = () =>
      shop.inject({ method: 'POST', url: '/api/devices', payload: { secret: 'A'.repeat(43) } })
    const statuses: number[] = []
    while (statuses.length < 21) statuses.push((await guess()).statusCode)
    // The helper's own link was one of the twenty.
    expect(statuses).toEqual([...Array(19).fill(409), 429, 429])
    expect(await shop.db.selectFrom('audit').select('id').execute()).toEqual(before)
    expect((await link(secret)).statusCode).toBe(429)
  })

  test('is good once: of phones that use it at the same moment one is linked, the others are told', async () => {
    const shop = await aShop()
    const { newSecret, link } = await aHelper(shop)
    const secret = await newSecret()
    const answers = await Promise.all(Array.from({ length: 5 }, () => link(secret)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
    expect((await link(secret)).json()).toEqual({
      code: 'link-over',
      message: 'This link was used already. Please ask the farmer for a new one.',
    })
    expect(await shop.db.selectFrom('devices').select('id').execute()).toHaveLength(2)
  })

  test('ends after a day, with the next one, and with the helper', async () => {
    const shop = await aShop()
    const { id, ask, newSecret, link } = await aHelper(shop)
    const first = await newSecret()
    const second = await newSecret()
    expect((await link(first)).json().code).toBe('link-over')
    later(shop, LINK_HOURS * HOUR)
    expect((await link(second)).json().message).toContain('no longer good')
    const farmer = await signIn(shop)
    const made = await shop.inject({
      ...{ method: 'POST', url: `/api/people/${id}/links`, headers: { cookie: farmer } },
    })
    const third = String(made.json().url).slice(-43)
    await shop.inject({ method: 'DELETE', url: `/api/people/${id}`, headers: { cookie: farmer } })
    expect((await link(third)).json().code).toBe('link-over')
    expect((await ask('POST', '/api/people/1/links')).statusCode).toBe(401)
  })

  test('is made for helpers only, and none opens what is not one', async () => {
    const shop = await aShop()
    const { ask, link } = await aHelper(shop)
    expect((await ask('POST', '/api/people/1/links')).json().code).toBe('change-impossible')
    expect((await ask('POST', '/api/people/9/links')).statusCode).toBe(404)
    expect((await link('A'.repeat(43))).statusCode).toBe(409)
    expect((await link('short')).json()).toMatchObject({ field: 'secret' })
  })

  test('used on a phone that is another helper’s makes it this one’s alone', async () => {
    const shop = await aShop()
    const hanna = await aHelper(shop)
    const otto = await aHelper(shop, 'Otto')
    const phone = cookieOf(await otto.link(await otto.newSecret(), hanna.cookie))
    expect((await session(shop, phone)).json().person.name).toBe('Otto')
    expect((await session(shop, hanna.cookie)).statusCode).toBe(401)
  })
})

describe('a linked phone', () => {
  test('stays linked as long as it is used every 90 days, and not a moment longer', async () => {
    const shop = await aShop()
    const { cookie } = await aHelper(shop)
    for (let times = 0; times < 3; times++) {
      later(shop, DEVICE_DAYS * DAY - 1)
      const answer = await session(shop, cookie)
      expect([answer.statusCode, answer.cookies[0]?.maxAge]).toEqual([200, DEVICE_DAYS * 86_400])
    }
    later(shop, DEVICE_DAYS * DAY)
    expect((await session(shop, cookie)).statusCode).toBe(401)
  })

  test.each(['the phone', 'the helper', 'signing out'])(
    'is closed by its next call when %s is ended',
    async (what) => {
      const shop = await aShop()
      const { id, cookie, ask } = await aHelper(shop)
      expect((await session(shop, cookie)).statusCode).toBe(200)
      if (what === 'the phone') await ask('DELETE', '/api/devices/1')
      if (what === 'the helper') await ask('DELETE', `/api/people/${id}`)
      if (what === 'signing out')
        await shop.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie } })
      expect((await session(shop, cookie)).statusCode).toBe(401)
      const days = await shop.inject({ url: '/api/days', headers: { cookie } })
      expect(days.statusCode).toBe(401)
    },
  )

  test('is named by the farmer, and listed with when it was heard', async () => {
    const shop = await aShop()
    const { id, cookie, ask, farmer } = await aHelper(shop)
    await ask('PUT', '/api/devices/1', { label: 'Cracked phone' })
    await ask('PUT', `/api/people/${id}`, { name: 'Hanna B.' })
    later(shop, 2 * 60_000)
    await session(shop, cookie)
    const list = await shop.inject({ url: '/api/people', headers: { cookie: farmer } })
    expect(list.json()).toEqual([
      { id: 1, name: 'Farmer', role: 'farmer', devices: [], linkUntil: null },
      {
        ...{ id, name: 'Hanna B.', role: 'helper', linkUntil: null },
        devices: [
          expect.objectContaining({
            label: 'Cracked phone',
            heardAt: shop.clock.now.toISOString(),
          }),
        ],
      },
    ])
  })
})

describe('helpers', () => {
  test('have names of their own, in whatever writing; who left makes room for another', async () => {
    const shop = await aShop()
    const { id, ask } = await aHelper(shop, 'Zoë')
    const again = await ask('POST', '/api/people', { name: ' zOE\u0308 ' })
    expect([again.statusCode, again.json().field]).toEqual([409, 'name'])
    expect((await ask('PUT', '/api/people/1', { name: 'Zoë' })).statusCode).toBe(409)
    await ask('DELETE', `/api/people/${id}`)
    expect((await ask('POST', '/api/people', { name: 'Zoë' })).statusCode).toBe(201)
    expect((await ask('DELETE', '/api/people/1')).json().code).toBe('change-impossible')
  })
})
