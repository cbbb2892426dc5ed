import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { switchOnSecondFactor } from '#server/features/admin/second-factor.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, PASSWORD, signIn } from '#tests/a-shop.ts'
import { ALL_SCOPES, aToken } from '#tests/a-token.ts'
import { aFullShop } from '#tests/attacks/a-full-shop.ts'
import { isShortOnPostgres, someOf } from '#tests/length-of-run.ts'

type Operation = { security: Record<string, unknown>[]; 'x-scope'?: string }
type Call = {
  name: string
  method: 'GET'
  url: string
  scope: string | undefined
  isPublic: boolean
}

async function callsOf(shop: AShop): Promise<Call[]> {
  const { paths } = (await shop.inject({ url: '/api/openapi.json' })).json()
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, 'x-scope': scope }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase() as 'GET',
      url: path
        .replace('{day}', '2026-11-21')
        .replace('{key}', 'hero_title')
        .replace(/\{\w+\}/g, '1'),
      scope: security.some((way) => 'token' in way) ? scope : undefined,
      isPublic: security.length === 0,
    })),
  )
}

/** What the gate says. No route reads this body, so a write that gets in changes nothing. */
async function gateOf(shop: AShop, { method, url, name }: Call, token: string): Promise<string> {
  const headers = { 'content-type': 'text/plain', accept: 'application/json' }
  const answer = await shop.inject({
    ...{ method, url, headers: { ...headers, authorization: `Bearer ${token}` } },
    ...(method === 'GET' ? {} : { payload: 'nothing' }),
  })
  expect(answer.statusCode, name).toBeLessThan(500)
  const code = [401, 403].includes(answer.statusCode) ? answer.json().code : 'in'
  return ['signed-out', 'not-allowed'].includes(code) ? code : 'in'
}

/** What a token may ever call; every other call of the desk is closed to all of them. */
const OPEN: Record<(typeof ALL_SCOPES)[number], string[]> = {
  'orders:read': [
    'GET /api/days',
    'GET /api/days/{day}/bring',
    ...['bake', 'delivery', 'hand-over', 'harvest', 'labels', 'pack'].flatMap((list) => [
      `GET /api/days/{day}/${list}`,
      `GET /api/days/{day}/${list}.csv`,
    ]),
    ...['GET /api/orders', 'GET /api/orders.csv', 'GET /api/orders/at-market'],
    ...['GET /api/orders/filters', 'GET /api/orders/found', 'GET /api/orders/{id}'],
  ],
  'orders:write': [
    'POST /api/desk/orders',
    'POST /api/orders/status',
    'POST /api/orders/{id}/tenders',
    'PUT /api/orders/{id}/status',
  ],
  'products:write': [
    ...['GET /api/desk/products', 'GET /api/products/export', 'GET /api/stock-count'],
    ...['GET /api/products/{id}/movements', 'POST /api/products/{id}/movements'],
    ...['POST /api/products', 'POST /api/products/import', 'POST /api/stock-count'],
    ...['PUT /api/products/bulk', 'PUT /api/products/{id}'],
  ],
  'figures:read': [
    ...['bookkeeping.csv', 'dashboard', 'period', 'sales-tax.csv', 'takings'].map(
      (what) => `GET /api/analytics/${what}`,
    ),
    'GET /api/sales',
  ],
  'hooks:read': ['GET /api/admin/hooks/{id}/events'],
}

/** Thousands of calls, whose statements other tests send to PostgreSQL. */
const testAll = test.skipIf(isShortOnPostgres())

testAll(
  'every call lets in exactly the tokens that the document says',
  {
    timeout: 60_000,
  },
  async () => {
    const [shop, other] = [await aShop(), await aShop()]
    const calls = await callsOf(shop)
    const [ended, over, brief] = ['Ended', 'Over', 'Brief']
    const bearers: [who: string, token: string, scopes: readonly string[] | null][] = [
      ['nobody', '', null],
      ['a guess', `fst_${'0'.repeat(64)}`, null],
      ['another shop’s', (await aToken(other)).token, null],
    ]
    const gone = await aToken(shop, ALL_SCOPES, { name: ended })
    await gone.end()
    const late = await aToken(shop, ALL_SCOPES, { name: over, days: 30 })
    shop.clock.now = new Date(shop.clock.now.getTime() + 30 * DAY)
    bearers.push(['an ended one', gone.token, null], ['one that is over', late.token, null])
    for (const scope of ALL_SCOPES)
      bearers.push([scope, (await aToken(shop, [scope], { name: scope })).token, [scope]])
    const all = await aToken(shop, ALL_SCOPES, { name: brief, days: 365 })
    bearers.push(['all scopes', all.token, ALL_SCOPES])
    const wrong: string[] = []
    // One gate reads every token: what opens nothing is tried on some calls, another some each time.
    for (const [turn, [who, token, scopes]] of bearers.entries())
      for (const call of scopes ? calls : someOf(calls, 5, turn)) {
        const isOpen = call.isPublic || (scopes && call.scope && scopes.includes(call.scope))
        const meant = isOpen ? 'in' : scopes ? 'not-allowed' : 'signed-out'
        const said = await gateOf(shop, call, token)
        if (said !== meant) wrong.push(`${call.name} by ${who}: ${said}, not ${meant}`)
      }
    expect(wrong).toEqual([])
    for (const scope of ALL_SCOPES)
      expect(
        calls
          .filter((call) => call.scope === scope)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(OPEN[scope].toSorted())
  },
)

describe('a token', () => {
  test('is shown once, and its secret is in no table, list or history', async () => {
    const shop = await aShop()
    const { token, ask, cookie } = await aToken(shop)
    expect(token).toMatch(/^fst_[0-9a-f]{64}$/)
    expect((await ask('GET', '/api/orders')).statusCode).toBe(200)
    const tables = await shop.db.introspection.getTables()
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(shop.db)
      expect(JSON.stringify(rows), name).not.toContain(token.slice(4))
    }
    for (const url of ['/api/admin/tokens', '/api/admin/history/all']) {
      const { body } = await shop.inject({ url, headers: { cookie } })
      expect(body, url).toContain('Bookkeeping')
      expect(body, url).not.toContain(token.slice(4))
    }
  })

  test('alone decides who calls, whatever cookies come with it; other schemes decide nothing', async () => {
    const shop = await aShop()
    const { token, cookie } = await aToken(shop, ['orders:read'])
    const ask = async (authorization: string, url = '/api/orders', by = cookie) => {
      const answer = await shop.inject({ url, headers: { authorization, cookie: by } })
      return [answer.statusCode, answer.headers['www-authenticate'], answer.body]
    }
    const invalid = [401, 'Bearer error="invalid_token"', 'This token is not valid.']
    for (const wrong of [
      'Bearer',
      'Bearer ',
      'bearer x',
      `Bearer ${token}0`,
      `Bearer ${token} ${token}`,
    ])
      expect(await ask(wrong), wrong).toEqual(invalid)
    const needs = 'This token may not do this: it needs figures:read.'
    const scope = 'Bearer error="insufficient_scope", scope="figures:read"'
    expect(await ask(`bearer ${token}`, '/api/analytics/period')).toEqual([403, scope, needs])
    expect(await ask(`Bearer ${token}`, '/api/people')).toEqual([
      403,
      undefined,
      'Tokens cannot do this.',
    ])
    expect((await ask(`bearer  ${token}`, '/api/orders', ''))[0]).toBe(200)
    // A proxy in front may have a password of its own.
    expect((await ask('Basic YTpi'))[0]).toBe(200)
    const asks = async (url: string) => (await ask('Basic YTpi', url, '')).slice(0, 2)
    expect(await asks('/api/orders')).toEqual([401, 'Bearer'])
    expect(await asks('/api/people')).toEqual([401, undefined])
    expect((await ask(`Bearer ${token}`, `/api/orders?token=${token}`))[0]).toBe(400)
  })

  test('learns from each answer what it is, what it may do and until when', async () => {
    const shop = await aShop()
    const named = { name: 'Jürgen’s till', days: 30 }
    const { ask } = await aToken(shop, ['orders:read', 'figures:read'], named)
    const end = new Date(shop.clock.now.getTime() + 30 * DAY).toISOString()
    for (const [url, status] of [
      ['/api/orders', 200],
      ['/api/stock-count', 403],
    ] as const) {
      const { statusCode, headers } = await ask('GET', url)
      expect([statusCode, headers['token-scopes'], headers['token-ends']]).toEqual([
        status,
        'orders:read figures:read',
        end,
      ])
      expect(decodeURIComponent(String(headers['token-name']))).toBe(named.name)
    }
    const { headers } = await (await aToken(shop)).ask('GET', '/api/orders')
    expect(headers['token-ends']).toBe('never')
  })

  test('stands in the history by its name, and says when and from where it was last used', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    const { ask, cookie } = await aToken(shop)
    expect((await ask('PUT', `/api/products/${eggs.id}`, { price: 7 })).statusCode).toBe(200)
    const audit = shop.db.selectFrom('audit').select(['device', 'person_id'])
    expect(await audit.where('subject', '=', `product:${eggs.id}`).execute()).toContainEqual({
      device: 'API token “Bookkeeping”',
      person_id: 1,
    })
    const listed = async () =>
      (await shop.inject({ url: '/api/admin/tokens', headers: { cookie } })).json()[0]
    const first = shop.clock.now.toISOString()
    expect(await listed()).toMatchObject({ usedAt: first, usedFrom: '127.0.0.0/24' })
    shop.clock.now = new Date(shop.clock.now.getTime() + MINUTE - 1)
    await ask('GET', '/api/orders')
    expect((await listed()).usedAt).toBe(first)
    shop.clock.now = new Date(shop.clock.now.getTime() + 1)
    await ask('GET', '/api/orders')
    expect((await listed()).usedAt).toBe(shop.clock.now.toISOString())
  })

  test('is ended by one call, and listed for thirty days more', async () => {
    const shop = await aShop()
    const { ask, end, cookie } = await aToken(shop)
    expect([(await ask('GET', '/api/orders')).statusCode, (await end()).statusCode]).toEqual([
      200, 204,
    ])
    expect([(await ask('GET', '/api/orders')).statusCode, (await end()).statusCode]).toEqual([
      401, 404,
    ])
    const names = async (by: string) =>
      (await shop.inject({ url: '/api/admin/tokens', headers: { cookie: by } }))
        .json()
        .map(({ endedAt }: { endedAt: string }) => endedAt)
    expect(await names(cookie)).toEqual([shop.clock.now.toISOString()])
    shop.clock.now = new Date(shop.clock.now.getTime() + 30 * DAY)
    expect(await names(await signIn(shop))).toEqual([])
  })

  test('is refused at the field that is wrong', async () => {
    const shop = await aShop()
    const headers = { cookie: await signIn(shop), accept: 'application/json' }
    for (const [field, wrong] of [
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(41) }],
      ['scopes', { scopes: [] }],
      ['scopes.0', { scopes: ['orders'] }],
      ['days', { days: 31 }],
    ] as const) {
      const payload = { name: 'Books', scopes: ['orders:read'], days: 90, ...wrong }
      const request = { method: 'POST' as const, url: '/api/admin/tokens', headers, payload }
      const refused = await shop.inject(request)
      const { code, field: at } = refused.json()
      expect([refused.statusCode, code, at]).toEqual([400, 'invalid', field])
    }
  })

  test('has a name of its own, among at most twenty that work', async () => {
    const shop = await aShop()
    for (let number = 1; number <= 20; number++)
      await aToken(shop, ['orders:read'], { name: `No ${number}`, days: 30 })
    await expect(aToken(shop, ['orders:read'], { name: 'One more' })).rejects.toThrow(
      'At most 20 tokens',
    )
    shop.clock.now = new Date(shop.clock.now.getTime() + 31 * DAY)
    await aToken(shop, ['orders:read'], { name: 'no 1' })
    await expect(aToken(shop, ['orders:read'], { name: 'No 1' })).rejects.toThrow(
      'has this name already',
    )
    const payload = { name: 'At once', scopes: ['orders:read'], days: 30 }
    const headers = { cookie: await signIn(shop) }
    const request = { method: 'POST' as const, url: '/api/admin/tokens', headers, payload }
    const made = await Promise.all(Array.from({ length: 5 }, () => shop.inject(request)))
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test('goes with the password unless it is to stay, and once passkeys are required', async () => {
    const shop = await aShop()
    const works = async (token: Awaited<ReturnType<typeof aToken>>) =>
      (await token.ask('GET', '/api/orders')).statusCode === 200
    const change = async (
      cookie: string,
      currentPassword: string,
      newPassword: string,
      rest = {},
    ) => {
      const payload = { currentPassword, newPassword, ...rest }
      const request = { method: 'POST' as const, url: '/api/admin/password', headers: { cookie } }
      expect((await shop.inject({ ...request, payload })).statusCode).toBe(204)
    }
    const token = await aToken(shop)
    await change(token.cookie, PASSWORD, 'eight brown hens', { endsTokens: false })
    expect(await works(token)).toBe(true)
    await change(token.cookie, 'eight brown hens', PASSWORD)
    expect(await works(token)).toBe(false)
    const next = await aToken(shop)
    expect(await works(next)).toBe(true)
    await switchOnSecondFactor(shop.db, shop.clock.now)
    expect(await works(next)).toBe(false)
    const ended = shop.db.selectFrom('audit').select('before').where('subject', '=', 'tokens')
    expect(await ended.execute()).toEqual([
      { before: { names: ['Bookkeeping'] } },
      { before: { names: ['Bookkeeping'] } },
    ])
  })

  test('may call sixty times at once and then twice a second; wrong ones are refused after twenty', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const { ask } = await aToken(shop)
    const codes = async (times: number) => {
      const answers = []
      for (let call = 0; call < times; call++) answers.push(await ask('GET', '/api/orders/filters'))
      return answers.map(({ statusCode }) => statusCode)
    }
    expect(await codes(61)).toEqual([...Array(60).fill(200), 429])
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
    expect(await codes(3)).toEqual([200, 200, 429])
    expect((await ask('GET', '/api/orders/filters')).headers['retry-after']).toBe('1')
    const other = await aToken(shop, ALL_SCOPES, { name: 'Other' })
    expect((await other.ask('GET', '/api/orders/filters')).statusCode).toBe(200)
    const guess = async () => {
      const headers = { authorization: 'Bearer fst_guess' }
      return (await shop.inject({ url: '/api/orders', headers })).statusCode
    }
    const guesses = []
    for (let call = 0; call < 22; call++) guesses.push(await guess())
    expect(guesses).toEqual([...Array(20).fill(401), 429, 429])
    // Guessing locks nobody else out.
    shop.clock.now = new Date(shop.clock.now.getTime() + MINUTE)
    expect(await codes(1)).toEqual([200])
    await signIn(shop)
  })
})

describe('a leaked token', () => {
  const moneyOf = async ({ db }: AShop) => ({
    refunds: await db.selectFrom('refunds').select(['id', 'state']).orderBy('id').execute(),
    orders: await db.selectFrom('orders').select(['id', 'status']).orderBy('id').execute(),
  })

  testAll('opens no public call that gives money back, by anything it reads', async () => {
    const shop = await aFullShop()
    const { ask } = await aToken(shop)
    const before = await moneyOf(shop)
    const read = new Set<string>()
    for (const { method, url, scope } of await callsOf(shop)) {
      if (method !== 'GET' || !scope) continue
      const { body, statusCode } = await ask(
        'GET',
        url + (url.endsWith('at-market') ? '?ids=1' : ''),
      )
      if (statusCode === 200) for (const [word] of body.matchAll(/[\w-]{8,}/g)) read.add(word)
    }
    const secrets = await shop.db
      .selectFrom('orders')
      .select(['receipt_secret', 'checkout_key', 'customer_email'])
      .execute()
    expect(secrets.length).toBeGreaterThan(0)
    const { customer_email: email } = secrets[0] ?? {}
    for (const { receipt_secret, checkout_key } of secrets)
      for (const secret of [receipt_secret, checkout_key])
        expect(read.has(secret ?? '')).toBe(false)
    for (const word of read) {
      const cancel = {
        method: 'POST' as const,
        url: `/api/receipts/${word}/cancel`,
        payload: { email },
      }
      expect((await shop.inject(cancel)).statusCode, word).toBeGreaterThanOrEqual(400)
      for (const url of [
        `/api/receipts/${word}`,
        `/api/checkouts/${word}`,
        `/api/pickup-requests/${word}`,
      ]) {
        const answer = await shop.inject({ url })
        if (answer.statusCode === 200) expect(answer.body, url).toBe('null')
      }
    }
    expect(await moneyOf(shop)).toEqual(before)
  })

  test('that only writes orders learns nothing of who placed them', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    const contact = { customerName: 'Ada Moor', customerEmail: 'ada@example.com' }
    const { id } = (
      await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]], { ...contact, notes: 'The blue gate' }))
    ).json()
    const { ask } = await aToken(shop, ['orders:write'])
    const answer = await ask('PUT', `/api/orders/${id}/status`, { status: 'pending' })
    expect(answer.json()).toMatchObject({ id, customerName: '', customerEmail: '', notes: null })
    expect(answer.body).not.toMatch(/Ada|example\.com|blue gate/)
    const both = await aToken(shop, ['orders:write', 'orders:read'], { name: 'Both' })
    const whole = await both.ask('PUT', `/api/orders/${id}/status`, { status: 'pending' })
    expect(whole.json()).toMatchObject(contact)
  })

  test('makes no category, not by a file of products either', async () => {
    const shop = await aShop()
    const { ask } = await aToken(shop, ['products:write'])
    const csv = 'name,price,stock,category\nHoney,8,3,Own honey'
    const answer = await ask('POST', '/api/products/import', { csv, categories: true })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not-allowed'])
  })

  test('cancels nothing, deletes nothing and gives nothing back', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    const bought = (await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))).json()
    const { ask } = await aToken(shop)
    const checkoutKey = crypto.randomUUID()
    const phoned = await ask('POST', '/api/desk/orders', {
      ...{ id: checkoutKey, customerName: 'Bea', marketDayId: null, paidBy: 'Cash' },
      shippingAddress: { address: '1 Elm St', city: 'Hot Springs', zipCode: '57747' },
      ...{ items: [{ productId: eggs.id, quantity: 1, price: 4 }], total: 9 },
    })
    expect([phoned.statusCode, phoned.json().receiptUrl]).toEqual([201, ''])
    // Nor does the id that the token itself chose lead to the receipt, from which anybody may cancel.
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/resume'],
    ] as const) {
      const shown = await shop.inject({ method, url: `/api/checkouts/${checkoutKey}${path}` })
      expect([shown.statusCode, shown.body], path).toEqual([200, 'null'])
    }
    const before = await moneyOf(shop)
    const back = { id: crypto.randomUUID(), kind: 'given-back', way: 'Cash', amount: 1 }
    for (const [method, url, payload] of [
      ['PUT', `/api/orders/${bought.id}/status`, { status: 'cancelled' }],
      ['POST', '/api/orders/status', { ids: [bought.id], status: 'cancelled', mayReopen: true }],
      ['POST', `/api/orders/${phoned.json().id}/tenders`, back],
      ['DELETE', `/api/products/${eggs.id}`, undefined],
      ['POST', `/api/orders/${bought.id}/refunds`, { amount: 1, reason: 'x' }],
    ] as const) {
      const answer = await ask(method, url, payload)
      expect([answer.statusCode, answer.json().message], url).toEqual([
        403,
        'Tokens cannot do this.',
      ])
    }
    expect(await moneyOf(shop)).toEqual(before)
    expect(
      (await ask('PUT', `/api/orders/${bought.id}/status`, { status: 'processing' })).json(),
    ).toMatchObject({
      ...{ status: 'processing', receiptUrl: '' },
    })
    expect(
      (await ask('GET', '/api/orders'))
        .json()
        .map(({ receiptUrl }: { receiptUrl: string }) => receiptUrl),
    ).toEqual(['', ''])
  })
})
