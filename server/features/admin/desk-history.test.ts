import { expect, test } from 'vitest'
import { type AShop, aShop, cookieOf, PASSWORD, signIn } from '#tests/a-shop.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

type Done = {
  action: string
  subject: string
  after: object | null
  device: string | null
  address: string | null
}

function phone(shop: AShop, cookie: string, ip = '192.0.2.77') {
  const headers = { cookie, 'user-agent': PHONE }
  return (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    shop.inject({ method, url, headers, remoteAddress: ip, ...(payload ? { payload } : {}) })
}

async function historyOf(
  shop: AShop,
  cookie: string,
  query = '',
): Promise<{ entries: Done[]; isMore: boolean }> {
  return (await shop.inject({ url: `/api/admin/history/all${query}`, headers: { cookie } })).json()
}

test('sign-ins, sign-outs and whatever leaves the shop stand in the history, with device and shortened address', async () => {
  const shop = await aShop()
  const own = await signIn(shop)
  const inside = await phone(shop, '')('POST', '/api/admin/login', { password: PASSWORD })
  const call = phone(shop, cookieOf(inside))
  expect((await call('GET', '/api/orders.csv?text=marta&status=pending')).statusCode).toBe(200)
  expect((await call('GET', '/api/newsletter/subscribers.csv')).statusCode).toBe(200)
  expect((await call('POST', '/api/admin/logout')).statusCode).toBe(204)
  const { entries } = await historyOf(shop, own)
  const where = { device: 'Chrome on Android', address: '192.0.2.0/24' }
  expect(entries.slice(0, 4)).toMatchObject([
    { action: 'signed out', subject: 'desk', ...where },
    { action: 'exported', subject: 'subscribers', ...where },
    // A search is usually a customer's name, so it is not kept.
    {
      action: 'exported',
      subject: 'orders',
      after: { status: 'pending', isSearch: true },
      ...where,
    },
    { action: 'signed in', subject: 'desk', ...where },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/192\.0\.2\.77|marta/)
})

test('wrong passwords count up in one row an hour for each network, and a flood of them stays small', async () => {
  const shop = await aShop()
  const own = await signIn(shop)
  const guess = (ip: string) =>
    phone(shop, '', ip)('POST', '/api/admin/login', { password: 'a guess at it' })
  for (let times = 0; times < 3; times++) await guess('2001:db8::1')
  for (let network = 0; network < 60; network++) await guess(`10.0.${network}.1`)
  const { entries } = await historyOf(shop, own)
  const wrong = entries.filter(({ subject }) => subject === 'wrong-password:2026-11-18T18')
  expect(wrong).toHaveLength(20)
  expect(wrong.at(-1)).toMatchObject({ after: { times: 3 }, address: '2001:db8:0:0::/64' })
  expect(wrong[0]).toMatchObject({ after: { times: 42 }, device: null, address: null })
  const notices = await shop.inject({ url: '/api/admin/notices', headers: { cookie: own } })
  expect(notices.json().wrongTriesToday).toBe(63)
})

test('the notice speaks of today by the farm’s calendar, and wrong passwords are forgotten after 90 days', async () => {
  const shop = await aShop({ now: '2026-11-19T06:30:00.000Z' })
  const guess = () => phone(shop, '')('POST', '/api/admin/login', { password: 'a guess at it' })
  await guess()
  const wrongToday = async () => {
    const headers = { cookie: await signIn(shop) }
    return (await shop.inject({ url: '/api/admin/notices', headers })).json().wrongTriesToday
  }
  expect(await wrongToday()).toBe(1)
  shop.clock.now = new Date('2026-11-19T07:00:00.000Z')
  expect(await wrongToday()).toBe(0)
  shop.clock.now = new Date('2027-02-20T08:00:00.000Z')
  await guess()
  const stored = await shop.db
    .selectFrom('audit')
    .select('subject')
    .where('action', '=', 'refused')
    .execute()
  expect(stored).toEqual([{ subject: 'wrong-password:2027-02-20T08' }])
})

test('the whole history comes a hundred at a time, the newest first', async () => {
  const shop = await aShop()
  const cookie = await signIn(shop)
  for (let times = 0; times < 103; times++)
    await phone(shop, cookie)('GET', '/api/newsletter/subscribers.csv')
  const newest = await historyOf(shop, cookie)
  expect([newest.entries.length, newest.isMore]).toEqual([100, true])
  const { entries, isMore } = await historyOf(shop, cookie, '?before=5')
  expect([entries.map(({ action }) => action), isMore]).toEqual([
    ['exported', 'exported', 'exported', 'signed in'],
    false,
  ])
  expect(
    (await shop.inject({ url: '/api/admin/history/all?before=0', headers: { cookie } })).statusCode,
  ).toBe(400)
})

test('who is signed in can be read, and ended one by one or all but oneself, even while ADMIN_PASSWORD is set', async () => {
  const shop = await aShop({ env: { ADMIN_PASSWORD: PASSWORD } })
  const own = await signIn(shop)
  const inside = await phone(shop, '')('POST', '/api/admin/login', { password: PASSWORD })
  await signIn(shop)
  const list = async () =>
    (await shop.inject({ url: '/api/admin/sessions', headers: { cookie: own } })).json()
  const all: { id: string; device: string | null; isThisOne: boolean }[] = await list()
  const lost = all.find(({ device }) => device === 'Chrome on Android')
  expect([all.length, all.filter(({ isThisOne }) => isThisOne).length]).toEqual([3, 1])
  expect(lost).toMatchObject({
    address: '192.0.2.0/24',
    seenAt: '2026-11-18T18:00:00.000Z',
    isThisOne: false,
  })
  const end = (id = '') =>
    shop.inject({ method: 'DELETE', url: `/api/admin/sessions${id}`, headers: { cookie: own } })
  expect((await end(`/${lost?.id}`)).statusCode).toBe(204)
  expect((await end(`/${lost?.id}`)).statusCode).toBe(404)
  expect((await phone(shop, cookieOf(inside))('GET', '/api/orders')).statusCode).toBe(401)
  expect(await shop.db.selectFrom('known_devices').selectAll().execute()).toHaveLength(2)
  expect((await end()).statusCode).toBe(204)
  expect(await list()).toMatchObject([{ isThisOne: true }])
  expect(await shop.db.selectFrom('known_devices').selectAll().execute()).toHaveLength(1)
})
