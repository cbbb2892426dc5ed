import { describe, expect, test } from 'vitest'
import type { AsksAgain } from '#contract/endpoint.ts'
import { FRESH_MINUTES, KEPT_DAYS } from '#contract/people/admin.ts'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aBrowserAt, aFarmersPasskey, type Browser } from '#tests/a-passkey.ts'
import { type AShop, aProduct, aShop, PASSWORD } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { ENDPOINTS } from '#tests/contract-answers.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

const later = (shop: AShop, ms: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms)
}

async function signedIn(shop: AShop, tick: { keep?: true } = {}): Promise<Browser> {
  const browser = aBrowserAt(shop)
  const answer = await browser.ask('POST', '/api/admin/login', { password: PASSWORD, ...tick })
  expect(answer.statusCode).toBe(200)
  return browser
}

const SECOND = 1000

type Method = Parameters<Browser['ask']>[0]

/** The desk's calls, by what they ask for again. */
function callsThat(...kinds: readonly (AsksAgain | undefined)[]): string[] {
  return ENDPOINTS.filter(
    ({ access, asksAgain }) => access === 'admin' && kinds.includes(asksAgain),
  )
    .map(({ method, path }) => `${method} ${path}`)
    .sort()
}

async function deskCalls(shop: AShop): Promise<string[]> {
  const { paths } = (await shop.inject({ url: '/api/openapi.json' })).json()
  return Object.entries(paths as Record<string, Record<string, { security?: object[] }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security?.some((way) => 'desk' in way))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
}

/** Which of these calls answer that they need a fresh sign-in. */
async function thoseThatAsk(browser: Browser, calls: readonly string[]): Promise<string[]> {
  const asking: string[] = []
  for (const call of calls) {
    const [method, path] = call.split(' ') as [Method, string]
    const url = path.replace('{day}', '2026-11-21').replace(/\{\w+\}/g, '9')
    const answer = await browser.ask(method, url, method === 'GET' ? undefined : {})
    if (
      answer.headers['content-type']?.toString().includes('json') &&
      answer.json().code === 'sign-in-again'
    )
      asking.push(call)
  }
  return asking
}

describe('every call of the desk', () => {
  test('says whether it asks for the password or passkey again; secrets and restores always do', async () => {
    const shop = await aShop()
    const all = callsThat('always', 'if-kept', 'if-refunds', 'never')
    expect((await deskCalls(shop)).sort()).toEqual(all)
    expect(callsThat('always')).toEqual([
      'POST /api/admin/cards/removal',
      'POST /api/admin/hooks',
      'POST /api/admin/hooks/{id}/secret',
      'POST /api/admin/mail/removal',
      'POST /api/admin/second-factor/removal',
      'POST /api/admin/tokens',
      'POST /api/backups/passphrase/removal',
      'POST /api/passkeys/challenge',
      'POST /api/restore',
      'POST /api/restore/check',
      'PUT /api/admin/cards',
      'PUT /api/admin/mail',
      'PUT /api/backups/passphrase',
    ])
  })

  // No call that asks reads more than the session.
  test.skipIf(isShortOnPostgres()).each([
    [{ keep: true }, ['always', 'if-kept']],
    [{}, ['always']],
  ] as const)('asks as it says: with %j, some minutes after the sign-in', async (tick, kinds) => {
    const shop = await aShop()
    const fresh = await signedIn(shop, tick)
    later(shop, FRESH_MINUTES * MINUTE - SECOND)
    expect(await thoseThatAsk(fresh, callsThat('always', 'if-kept', 'if-refunds'))).toEqual([])
    const stale = await signedIn(shop, tick)
    later(shop, FRESH_MINUTES * MINUTE + SECOND)
    const asking = await thoseThatAsk(stale, await deskCalls(shop))
    expect(asking.sort()).toEqual(callsThat(...kinds))
  })
})

describe('card money', () => {
  async function aPaidOrder(shop: AShop): Promise<number> {
    const eggs = await aProduct(shop.db)
    const bought = await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
    return bought.json().id
  }

  const statusOf = async (shop: AShop, id: number) =>
    (await shop.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirst())
      ?.status

  test('is sent back from a browser that stays signed in once the password was given again', async () => {
    const shop = await aShop()
    const id = await aPaidOrder(shop)
    const browser = await signedIn(shop, { keep: true })
    const draft = { id: crypto.randomUUID(), revision: 0 }
    const lines = [{ productId: 1, units: -1 }]
    const bodies = {
      'PUT /api/orders/{id}/status': { status: 'cancelled' },
      'POST /api/orders/status': { ids: [id], status: 'cancelled' },
      'POST /api/orders/{id}/changes': { ...draft, lines, reason: 'Frost', notifiesBuyer: false },
      'POST /api/orders/{id}/no-show': {
        ...draft,
        decision: 'cancel',
        goods: 'missing',
        message: '',
      },
    }
    expect(Object.keys(bodies).sort()).toEqual(callsThat('if-refunds'))
    const cancel = () => browser.ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    later(shop, FRESH_MINUTES * MINUTE + SECOND)
    for (const [call, body] of Object.entries(bodies)) {
      const [method, path = ''] = call.split(' ') as [Method, string]
      const answer = await browser.ask(method, path.replace('{id}', `${id}`), body)
      expect([call, answer.statusCode, answer.json().code]).toEqual([call, 403, 'sign-in-again'])
    }
    expect(await statusOf(shop, id)).toBe('pending')
    expect(await shop.db.selectFrom('refunds').selectAll().execute()).toEqual([])
    // Any other status, or an order that nobody paid by card, moves no money.
    const unpaid = await insertOrder(shop, {})
    for (const [order, status] of [
      [id, 'processing'],
      [unpaid, 'cancelled'],
    ] as const)
      expect((await browser.ask('PUT', `/api/orders/${order}/status`, { status })).statusCode).toBe(
        200,
      )
    await browser.password()
    expect((await cancel()).statusCode).toBe(200)
    expect(await statusOf(shop, id)).toBe('cancelled')
  })

  test('is sent back by a client without the tick as ever', async () => {
    const shop = await aShop()
    const id = await aPaidOrder(shop)
    const browser = await signedIn(shop)
    later(shop, FRESH_MINUTES * MINUTE + SECOND)
    const cancelled = await browser.ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    expect([cancelled.statusCode, cancelled.json().status]).toEqual([200, 'cancelled'])
  })
})

describe('a browser that stays signed in', () => {
  const isIn = async (browser: Browser) =>
    (await browser.ask('GET', '/api/admin/session')).statusCode === 200

  test('does so for thirty days from its last use, and its cookie with it', async () => {
    const shop = await aShop()
    const browser = aBrowserAt(shop)
    const login = await browser.ask('POST', '/api/admin/login', { password: PASSWORD, keep: true })
    expect(String(login.headers['set-cookie'])).toContain(`Max-Age=${KEPT_DAYS * 24 * 3600}`)
    for (let use = 0; use < 3; use++) {
      later(shop, KEPT_DAYS * DAY - MINUTE)
      const used = await browser.ask('GET', '/api/admin/session')
      expect([used.statusCode, used.json().asksAgain]).toEqual([200, true])
      expect(String(used.headers['set-cookie'])).toContain(`Max-Age=${KEPT_DAYS * 24 * 3600}`)
    }
    later(shop, KEPT_DAYS * DAY)
    expect(await isIn(browser)).toBe(false)
  })

  test('gives the password once a year, however often it is used', async () => {
    const shop = await aShop()
    const browser = aBrowserAt(shop)
    await browser.ask('POST', '/api/admin/login', { password: PASSWORD, keep: true })
    for (let days = 25; days < 365; days += 25) {
      later(shop, 25 * DAY)
      expect(await isIn(browser), `after ${days} days`).toBe(true)
    }
    later(shop, 16 * DAY)
    expect(await isIn(browser)).toBe(false)
  })

  test('is listed with its end, and ended from another one', async () => {
    const shop = await aShop()
    const [phone, laptop] = [await signedIn(shop, { keep: true }), await signedIn(shop)]
    later(shop, MINUTE)
    const list = (await laptop.ask('GET', '/api/admin/sessions')).json()
    const kept = list.filter(({ keptUntil }: { keptUntil: string | null }) => keptUntil !== null)
    expect([list.length, kept.length]).toEqual([2, 1])
    expect(kept[0].keptUntil).toBe('2026-12-18T18:00:00.000Z')
    expect((await laptop.ask('DELETE', `/api/admin/sessions/${kept[0].id}`)).statusCode).toBe(204)
    expect(await isIn(phone)).toBe(false)
  })

  test('stays so, with what it granted at the stall, when the password or passkey was given again', async () => {
    const shop = await aShop()
    const { browser, device } = await aFarmersPasskey(shop)
    await browser.ask('POST', '/api/admin/login', { password: PASSWORD, keep: true })
    const phone = { deviceId: crypto.randomUUID(), label: 'Phone' }
    expect((await browser.ask('POST', '/api/stall/grants', phone)).statusCode).toBeLessThan(300)
    for (const again of [() => browser.password(), () => browser.signIn(device)]) {
      later(shop, DAY)
      expect((await again()).statusCode).toBe(200)
      const list = (await browser.ask('GET', '/api/admin/sessions')).json()
      expect(list.map(({ keptUntil }: { keptUntil: string }) => keptUntil)).toEqual([
        new Date(shop.clock.now.getTime() + KEPT_DAYS * DAY).toISOString(),
      ])
    }
    expect((await browser.ask('DELETE', '/api/admin/sessions')).statusCode).toBe(204)
    expect((await browser.ask('GET', '/api/stall/days')).statusCode).toBe(200)
  })

  test('is never one by a helper’s link', async () => {
    const shop = await aShop()
    const link = { secret: 'a'.repeat(43), keep: true }
    const answer = await aBrowserAt(shop).ask('POST', '/api/devices', link)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Unknown field: keep.'])
  })
})
