import { describe, expect, test } from 'vitest'
import { FRESH_MINUTES, KEPT_DAYS } from '#contract/people/admin.ts'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aBrowserAt, aFarmersPasskey, type Browser } from '#tests/a-passkey.ts'
import { type AShop, aProduct, aShop, PASSWORD } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'

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

/** Each call of the desk by what it asks for again; a new one says so here, or this is red. */
const ASKS: Record<string, readonly string[]> = {
  // Secrets and restores: of everyone at the desk.
  always: [
    'PUT /api/admin/mail',
    'POST /api/admin/mail/removal',
    'PUT /api/admin/cards',
    'POST /api/admin/cards/removal',
    'PUT /api/backups/passphrase',
    'POST /api/backups/passphrase/removal',
    'POST /api/restore/check',
    'POST /api/restore',
    'POST /api/passkeys/challenge',
    'POST /api/admin/second-factor/removal',
  ],
  // Where the browser stays signed in.
  'if-kept': [
    'POST /api/orders/{id}/refunds',
    'GET /api/backups/file',
    'GET /api/everything',
    'POST /api/people',
    'DELETE /api/people/{id}',
    'POST /api/people/{id}/links',
    'DELETE /api/devices/{id}',
    'DELETE /api/passkeys/{id}',
    'DELETE /api/admin/sessions',
    'DELETE /api/admin/sessions/{id}',
    'POST /api/refunds/{id}/retry',
  ],
  // Likewise, as far as card money goes back or many orders are cancelled.
  'if-refunds': [
    'PUT /api/orders/{id}/status',
    'POST /api/orders/status',
    'POST /api/orders/{id}/changes',
    'POST /api/orders/{id}/no-show',
  ],
  never: [
    'GET /api/admin/cards',
    'GET /api/admin/first-steps',
    'GET /api/admin/history',
    'GET /api/admin/history/all',
    'GET /api/admin/mail',
    'DELETE /api/admin/missed-orders/{id}',
    'GET /api/admin/notices',
    'GET /api/admin/password',
    'POST /api/admin/password',
    'POST /api/admin/second-factor',
    'GET /api/admin/session',
    'GET /api/admin/sessions',
    'GET /api/analytics/bookkeeping.csv',
    'GET /api/analytics/dashboard',
    'GET /api/analytics/period',
    'GET /api/analytics/takings',
    'GET /api/backups',
    'POST /api/backups',
    'GET /api/books',
    'POST /api/books/check',
    'GET /api/calendar',
    'GET /api/categories',
    'POST /api/categories',
    'PUT /api/categories/{id}',
    'GET /api/calls',
    'PUT /api/calls',
    'POST /api/closures',
    'DELETE /api/closures/{id}',
    'GET /api/customers',
    'DELETE /api/customers/{id}',
    'GET /api/customers/{id}',
    'POST /api/customers/{id}/merge',
    'PUT /api/customers/{id}/note',
    'POST /api/day-rules',
    'DELETE /api/day-rules/{id}',
    'PUT /api/day-rules/{id}',
    'GET /api/days',
    'GET /api/days/{day}/bake',
    'GET /api/days/{day}/bake.csv',
    'GET /api/days/{day}/bring',
    'GET /api/days/{day}/delivery',
    'GET /api/days/{day}/delivery.csv',
    'GET /api/days/{day}/hand-over',
    'GET /api/days/{day}/hand-over.csv',
    'GET /api/days/{day}/harvest',
    'GET /api/days/{day}/harvest.csv',
    'POST /api/days/{day}/harvest/prints',
    'GET /api/days/{day}/labels',
    'GET /api/days/{day}/labels.csv',
    'GET /api/days/{day}/pack',
    'GET /api/days/{day}/pack.csv',
    'POST /api/days/{day}/ready',
    'POST /api/days/{day}/short',
    'POST /api/desk/orders',
    'GET /api/desk/products',
    'GET /api/desk/products/deleted',
    'PUT /api/desk/products/order',
    'PUT /api/devices/{id}',
    'GET /api/ingredient-prices',
    'POST /api/ingredient-prices',
    'DELETE /api/ingredient-prices/{id}',
    'PUT /api/ingredient-prices/{id}',
    'GET /api/mails',
    'POST /api/mails/{id}/resend',
    'GET /api/margins/export',
    'POST /api/market-days',
    'GET /api/market-days/unsettled',
    'PUT /api/market-days/{id}',
    'GET /api/market-days/{id}/cash',
    'POST /api/market-days/{id}/change-notice',
    'POST /api/market-days/{id}/close',
    'PUT /api/market-days/{id}/limits',
    'POST /api/market-days/{id}/message',
    'GET /api/market-days/{id}/products',
    'GET /api/market-days/{id}/truck',
    'POST /api/market-days/{id}/truck/settle',
    'POST /api/market-days/{id}/without-phone',
    'POST /api/movements/{id}/undo',
    'GET /api/newsletter/draft',
    'GET /api/newsletter/letters',
    'POST /api/newsletter/letters',
    'POST /api/newsletter/plans',
    'DELETE /api/newsletter/plans/{id}',
    'PUT /api/newsletter/plans/{id}',
    'POST /api/newsletter/preview',
    'DELETE /api/newsletter/subscribers',
    'GET /api/newsletter/subscribers',
    'GET /api/newsletter/subscribers.csv',
    'POST /api/newsletter/subscribers/import',
    'POST /api/newsletter/test',
    'GET /api/no-shows',
    'GET /api/orders',
    'GET /api/orders.csv',
    'GET /api/orders/at-market',
    'GET /api/orders/filters',
    'GET /api/orders/found',
    'POST /api/orders/undo',
    'GET /api/orders/{id}',
    'PUT /api/orders/{id}/collected',
    'PUT /api/orders/{id}/contact',
    'PUT /api/orders/{id}/farm-note',
    'PUT /api/orders/{id}/packed',
    'PUT /api/orders/{id}/packed-with',
    'DELETE /api/orders/{id}/person',
    'POST /api/orders/{id}/add-link',
    'POST /api/orders/{id}/ready',
    'PUT /api/orders/{id}/settled',
    'POST /api/orders/{id}/tenders',
    'PUT /api/orders/{id}/weights',
    'GET /api/pages',
    'POST /api/pages',
    'POST /api/pages/preview',
    'DELETE /api/pages/{id}',
    'PUT /api/pages/{id}',
    'GET /api/pages/{id}/versions',
    'GET /api/passkeys',
    'POST /api/passkeys',
    'PUT /api/passkeys/{id}',
    'PUT /api/pause',
    'GET /api/people',
    'PUT /api/people/{id}',
    'POST /api/places',
    'PUT /api/places/{id}',
    'POST /api/products',
    'PUT /api/products/bulk',
    'GET /api/products/export',
    'POST /api/products/import',
    'DELETE /api/products/{id}',
    'PUT /api/products/{id}',
    'GET /api/products/{id}/limits',
    'PUT /api/products/{id}/limits',
    'GET /api/products/{id}/movements',
    'POST /api/products/{id}/movements',
    'POST /api/products/{id}/restoration',
    'GET /api/products/{id}/to-pack',
    'GET /api/questions',
    'POST /api/questions/removals',
    'DELETE /api/questions/{id}',
    'POST /api/questions/{id}/reply',
    'DELETE /api/recipe-ingredients/{id}',
    'PUT /api/recipe-ingredients/{id}',
    'GET /api/recipes',
    'POST /api/recipes',
    'DELETE /api/recipes/{id}',
    'GET /api/recipes/{id}',
    'PUT /api/recipes/{id}',
    'DELETE /api/recipes/{id}/product',
    'PUT /api/recipes/{id}/product',
    'POST /api/recipes/{recipeId}/ingredients',
    'DELETE /api/restore',
    'GET /api/restore',
    'POST /api/restore/uploads',
    'POST /api/restore/uploads/{id}/pieces',
    'GET /api/sales',
    'POST /api/sales/{id}/undo',
    'POST /api/settings',
    'PUT /api/settings/{key}',
    'GET /api/stall',
    'POST /api/stall/commands/{id}/settle',
    'POST /api/stall/files',
    'POST /api/stall/grants',
    'POST /api/stall/phones/{id}/done',
    'POST /api/stall/phones/{id}/lost',
    'GET /api/stock-count',
    'POST /api/stock-count',
    'GET /api/today',
    'POST /api/upload',
    'DELETE /api/upload/{filename}',
    'GET /api/waiting-list/counts',
    'GET /api/weights',
    'POST /api/weights/refunds',
  ],
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

/** Which of the desk’s calls answer that they want a fresh sign-in. */
async function thoseThatAsk(shop: AShop, signIn: () => Promise<Browser>): Promise<string[]> {
  const asking: string[] = []
  for (const call of await deskCalls(shop)) {
    const browser = await signIn()
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

const sorted = (...lists: readonly (readonly string[] | undefined)[]) =>
  lists.flatMap((list) => list ?? []).sort()

describe('every call of the desk', () => {
  test('says whether it asks for the password or passkey again', async () => {
    const shop = await aShop()
    expect((await deskCalls(shop)).sort()).toEqual(sorted(...Object.values(ASKS)))
  })

  test.each([
    [{ keep: true }, FRESH_MINUTES * MINUTE - SECOND, []],
    [{ keep: true }, FRESH_MINUTES * MINUTE + SECOND, ['always', 'if-kept']],
    [{}, FRESH_MINUTES * MINUTE - SECOND, []],
    [{}, FRESH_MINUTES * MINUTE + SECOND, ['always']],
  ] as const)('asks as it says: with %j, %d ms after the sign-in', async (tick, age, kinds) => {
    const shop = await aShop()
    const browser = await signedIn(shop, tick)
    later(shop, age)
    const asking = await thoseThatAsk(shop, async () => browser)
    expect(asking.sort()).toEqual(sorted(...kinds.map((kind) => ASKS[kind])))
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
    const cancel = () => browser.ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    const many = () => browser.ask('POST', '/api/orders/status', { ids: [id], status: 'cancelled' })
    later(shop, FRESH_MINUTES * MINUTE + SECOND)
    for (const answer of [await cancel(), await many()])
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'sign-in-again'])
    const lines = [{ productId: 1, units: -1 }]
    const draft = { id: crypto.randomUUID(), lines, reason: 'Frost', notifiesBuyer: false }
    const change = { ...draft, revision: 0 }
    const changed = await browser.ask('POST', `/api/orders/${id}/changes`, change)
    expect([changed.statusCode, changed.json().code]).toEqual([403, 'sign-in-again'])
    expect(await statusOf(shop, id)).toBe('pending')
    expect(await shop.db.selectFrom('refunds').selectAll().execute()).toEqual([])
    // Any other status, and one that nobody paid by card, moves no money.
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

  test('without the tick is signed out after half an hour, as ever', async () => {
    const shop = await aShop()
    const browser = await signedIn(shop)
    later(shop, 31 * MINUTE)
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
