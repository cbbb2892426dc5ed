import { cpSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { notifyFarmer } from '#server/features/mail/notify-farmer.ts'
import { runJobs } from '#server/jobs.ts'
import { openShop } from '#server/open-shop.ts'
import { aBackupOf } from '#tests/a-backup.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { type AShop, aProduct, aShop, NO_PAGES } from '#tests/a-shop.ts'
import { signedInDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { aStripeBrowser } from '#tests/stripe-stand-in/a-browser.ts'
import { LIVE_KEY, LIVE_PUBLISHABLE_KEY, ROLLED_KEY } from '#tests/stripe-stand-in/keys.ts'
import { PERMISSIONS } from '#tests/stripe-stand-in/permissions.ts'
import { aStripeStandIn, type StandIn } from '#tests/stripe-stand-in/stand-in.ts'

const IS_POSTGRES = Boolean(inject('postgresUrl'))

const TEST_KEYS = { secretKey: 'rk_test_standin', publishableKey: 'pk_test_standin' }
const LIVE_KEYS = { secretKey: LIVE_KEY, publishableKey: LIVE_PUBLISHABLE_KEY }
const URL_OF_WEBHOOK = 'https://farm.example/api/payments/stripe/webhook'

type Options = Parameters<typeof aShop>[0]

async function aDesk(options: Options = {}) {
  const clock: { at: () => Date } = { at: () => new Date() }
  const stripe = await aStripeStandIn(() => clock.at())
  stripe.endpoints.length = 0
  const env = { PUBLIC_URL: 'https://farm.example', LIMITS: 'on', ...options.env }
  const shop = await aShop({ deskStripe: stripe, ...options, env })
  clock.at = () => shop.clock.now
  return { stripe, ...(await atDesk(shop)) }
}

async function atDesk(shop: AShop) {
  const desk = await signedInDesk(shop)
  const ask = async (...call: Parameters<typeof desk.ask>) => {
    const answer = await desk.ask(...call)
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const show = async () => (await ask('GET', '/api/admin/cards')).body
  const put = (keys: object) => ask('PUT', '/api/admin/cards', keys)
  const take = async (keys: object) => {
    expect(await put(keys)).toMatchObject({ status: 200, body: { check: { state: 'running' } } })
    await shop.settled()
    return show()
  }
  const remove = (mode: string) => ask('POST', '/api/admin/cards/removal', { mode })
  const file = join(shop.config.dataDir, 'secrets/stripe.json')
  return { shop, ask, show, put, take, remove, file }
}

type Desk = Awaited<ReturnType<typeof aDesk>>

const providerOf = async (shop: AShop) =>
  (await shop.inject({ url: '/api/payments/config' })).json()

/** A page opened now, whose card field is the current provider's. */
async function aPageOf(shop: AShop, stripe: StandIn) {
  const { provider, publishableKey } = await providerOf(shop)
  const buyer = aKeyedBuyer(shop)
  const browser = aStripeBrowser(stripe, publishableKey ?? '')
  return {
    ...buyer,
    async pay(body: ReturnType<typeof orderBody>) {
      const intent = await buyer.createIntent(body)
      if (intent.statusCode !== 200) return intent
      if (provider === 'sandbox') await buyer.confirm(intent)
      else await browser.confirm(intent.json().client_secret)
      return buyer.placeOrder(body)
    },
  }
}

test.runIf(IS_POSTGRES)(
  'on PostgreSQL the variables of each server alone set the keys',
  async () => {
    const { shop, show, put, remove, stripe, file } = await aDesk()
    expect(await show()).toMatchObject({ setBy: null, whyNot: expect.stringMatching(/PostgreSQL/) })
    for (const answer of [await put(TEST_KEYS), await remove('test')])
      expect(answer).toMatchObject({ status: 409, body: { code: 'set-elsewhere' } })
    // Nor does a file carried over from a shop on SQLite.
    await mkdir(dirname(file), { recursive: true })
    const set = { ...TEST_KEYS, webhookId: null, webhookSecret: null }
    await writeFile(file, JSON.stringify({ test: set, live: null }))
    expect(await show()).toMatchObject({ setBy: null, test: null })
    const again = await openShop(shop.config, NO_PAGES)
    expect(again.shop.payments.name).toBe('sandbox')
    await again.close()
    expect(stripe.calls).toEqual([])
  },
)

test('the environment wins, and the desk says so', async () => {
  const stripe = await aStripeStandIn()
  const { show, put } = await atDesk(await aShop({ stripe }))
  expect(await show()).toMatchObject({
    setBy: 'environment',
    whyNot: expect.stringContaining('STRIPE_SECRET_KEY'),
    mode: 'test',
    test: { publishableKey: 'pk_test_standin', endsWith: 'ndin' },
    live: null,
  })
  expect(await put(TEST_KEYS)).toMatchObject({ status: 409, body: { code: 'set-elsewhere' } })
})

/** With test keys `check-cards.sqlite.test.ts` meets each permission; the desk needs one of them. */
const isTried = (permission: string) => IS_LONG || permission === PERMISSIONS[0][0]

describe.skipIf(IS_POSTGRES)('Stripe at the desk', { timeout: 60_000 }, () => {
  test('takes test keys without a restart once every step passes, and makes its webhook', async () => {
    const { stripe, shop, show, take, file } = await aDesk()
    expect(await show()).toMatchObject({ setBy: null, mode: 'sandbox', check: { state: 'none' } })
    const taken = await take({ ...TEST_KEYS, secretKey: `  ${TEST_KEYS.secretKey}\n` })
    expect(taken).toMatchObject({
      ...{ setBy: 'desk', whyNot: null, mode: 'test', live: null },
      test: {
        ...{ publishableKey: 'pk_test_standin', endsWith: 'ndin', unsettled: 0, refundable: 0 },
        webhook: { heardAt: null, fault: null },
      },
      check: { state: 'passed', livemode: false, at: shop.clock.now.toISOString() },
    })
    expect(taken.check.steps).toHaveLength(21)
    expect(stripe.endpoints).toMatchObject([
      { url: URL_OF_WEBHOOK, metadata: { shop: shop.shop.id }, api_version: '2026-10-28.endive' },
    ])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await providerOf(shop)).toMatchObject({
      provider: 'stripe',
      livemode: false,
      publishableKey: 'pk_test_standin',
    })
    const eggs = await aProduct(shop.db)
    const placed = await (await aPageOf(shop, stripe)).pay(orderBody([[eggs, 1]]))
    expect([placed.statusCode, placed.json().paymentStatus]).toEqual([201, 'completed'])
    expect((await shop.inject({ url: '/checkout' })).headers['content-security-policy']).toContain(
      'https://js.stripe.com',
    )
    const [endpoint] = stripe.endpoints
    const [event] = stripe.events
      .filter(({ type }) => type === 'payment_intent.succeeded')
      .slice(-1)
    const secret = stripe.secrets.get(endpoint?.id ?? '')
    if (!event) throw new Error('No event.')
    const heard = await deliver(shop, stripe.signed(event, shop.clock.now, secret))
    expect(heard.statusCode).toBe(200)
    expect((await show()).test).toMatchObject({
      webhook: { heardAt: shop.clock.now.toISOString() },
      refundable: 1,
    })
    await shop.close()
    const again = await openShop(shop.config, NO_PAGES)
    expect(again.shop.payments.publishableKey).toBe('pk_test_standin')
    await again.close()
  })

  test.each(PERMISSIONS)(
    'without %s fails at “%s” by that name, and stores nothing; with it, it passes',
    async (permission, what) => {
      for (const keys of [...(isTried(permission) ? [TEST_KEYS] : []), LIVE_KEYS]) {
        const { stripe, shop, take, file } = await aDesk()
        if (keys === LIVE_KEYS) await write(shop.db, checked)
        stripe.withheld.add(permission)
        const restricted = { ...keys, secretKey: keys.secretKey.replace('sk_', 'rk_') }
        const failed = await take(restricted)
        const [first] = failed.check.steps.filter(({ state }: Step) => state === 'differs')
        expect([failed.check.state, first.what, first.permission]).toEqual([
          'failed',
          what,
          permission,
        ])
        expect([failed.setBy, failed.mode]).toEqual([null, 'sandbox'])
        await expect(stat(file)).rejects.toThrow('ENOENT')
        expect([...stripe.endpoints, ...stripe.live.endpoints]).toEqual([])
        stripe.withheld.clear()
        expect((await take(restricted)).check.state).toBe('passed')
      }
    },
  )

  test('says at once what is wrong with keys, at their field, and changes nothing', async () => {
    const { stripe, shop, put, show } = await aDesk()
    const wrong: [object, string, string | undefined][] = [
      [{ ...TEST_KEYS, secretKey: 'pk_test_standin' }, 'invalid', 'secretKey'],
      [{ ...TEST_KEYS, publishableKey: 'sk_test_standin' }, 'invalid', 'publishableKey'],
      [{ ...TEST_KEYS, publishableKey: LIVE_PUBLISHABLE_KEY }, 'invalid', 'publishableKey'],
      [{ ...TEST_KEYS, secretKey: 'rk_test_ of mine' }, 'invalid', 'secretKey'],
      [{ ...TEST_KEYS, secretKey: 'rk_test_nobodys' }, 'cards-refused', 'secretKey'],
      [LIVE_KEYS, 'check-first', undefined],
    ]
    for (const [keys, code, field] of wrong) {
      const { status, body } = await put(keys)
      expect([body.code, body.field, status < 500]).toEqual([code, field, true])
      expect(body.message).not.toMatch(/[rs]k_test_\w/.test(code) ? /./ : /nobodys|standin/)
    }
    expect(stripe.endpoints).toEqual([])
    expect(await show()).toMatchObject({ setBy: null, mode: 'sandbox', check: { state: 'none' } })
    const local = await aDesk({ env: { PUBLIC_URL: 'http://farm.example' } })
    await write(local.shop.db, checked)
    expect((await local.put(LIVE_KEYS)).body.code).toBe('address-missing')
    expect((await local.take(TEST_KEYS)).test.webhook).toBeNull()
    await write(shop.db, checked)
    const slack = await aDesk({ env: { LIMITS: 'off' } })
    expect((await slack.put(LIVE_KEYS)).body.code).toBe('set-elsewhere')
  })

  test('takes keys of no other account than the one that took the shop’s payments', async () => {
    const { stripe, shop, put, take } = await aDesk()
    await take(TEST_KEYS)
    const eggs = await aProduct(shop.db)
    await (await aPageOf(shop, stripe)).pay(orderBody([[eggs, 1]]))
    const intents = [...stripe.till.intents]
    stripe.till.intents.clear()
    const { status, body } = await put(TEST_KEYS)
    expect([status, body.code]).toEqual([409, 'other-account'])
    for (const [id, intent] of intents) stripe.till.intents.set(id, intent)
    expect((await take(TEST_KEYS)).check.state).toBe('passed')
  })

  test('is no place to try keys that somebody found', async () => {
    const { put } = await aDesk()
    const codes: string[] = []
    for (let time = 0; time < 14; time++)
      codes.push((await put({ ...TEST_KEYS, secretKey: 'sk_test_found' })).body.code)
    expect([codes[0], codes.at(-1)]).toEqual(['cards-refused', 'too-often'])
  })

  test('of two desks lets one check, and the other hears of it', async () => {
    const { stripe, put, shop, file } = await aDesk()
    const answers = await Promise.all([put(TEST_KEYS), put(TEST_KEYS)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 503])
    await shop.settled()
    expect(stripe.endpoints).toHaveLength(1)
    expect(JSON.parse(await readFile(file, 'utf8')).test.webhookId).toBe(stripe.endpoints[0]?.id)
  })

  test('tells of every change by mail and in the history, with four letters of the key', async () => {
    const { shop, ask, take, remove } = await aDesk()
    const { letters, mailer } = aMailbox()
    shop.shop.mail = mailer
    for (const [key, value] of [
      ['contact_email', 'farm@example.com'],
      ['mail_address', 'news@example.com'],
    ])
      expect((await ask('POST', '/api/settings', { key, value })).status).toBe(201)
    await take(TEST_KEYS)
    await shop.settled()
    expect(letters.map(({ to, text }) => [to, /…\w+/.exec(text)?.[0]])).toEqual([
      ['farm@example.com', '…ndin'],
      ['news@example.com', '…ndin'],
    ])
    expect((await remove('test')).status).toBe(200)
    await shop.settled()
    expect(letters).toHaveLength(4)
    const { entries } = (await ask('GET', '/api/admin/history/all')).body
    expect(
      entries
        .filter(({ subject }: { subject: string }) => subject === 'cards')
        .map(({ before, after }: { before: object; after: object }) => [before, after]),
    ).toEqual([
      [{ mode: 'test', key: '…ndin' }, null],
      [null, { mode: 'test', key: '…ndin' }],
    ])
    await notifyFarmer(shop.shop)
    expect((await ask('GET', '/api/mails')).body[0].subject).toMatch(/takes cards has changed/)
  })

  test('keeps no secret anywhere but in its file', async () => {
    const { stripe, shop, ask, put, take, show, file } = await aDesk()
    const said: string[] = []
    shop.shop.report = (_, error) => void said.push(String(error))
    said.push(JSON.stringify((await put({ ...TEST_KEYS, secretKey: 'sk_test_wrong' })).body))
    await take(TEST_KEYS)
    stripe.accepts.add(ROLLED_KEY)
    await take({ ...TEST_KEYS, secretKey: ROLLED_KEY })
    stripe.accepts.delete(ROLLED_KEY)
    await take(TEST_KEYS)
    await runJobs(shop.shop)
    await shop.settled()
    said.push(JSON.stringify([await show(), (await ask('GET', '/api/admin/history/all')).body]))
    said.push(JSON.stringify((await ask('GET', '/api/admin/notices')).body))
    expect(said.join()).toContain('…ndin')
    const backup = await aBackupOf(shop.config)
    said.push(zstdDecompressSync(await readFile(backup.file)).toString('latin1'))
    await shop.close()
    for (const name of readdirSync(shop.config.dataDir))
      if (name.startsWith('shop.db'))
        said.push(await readFile(join(shop.config.dataDir, name), 'latin1'))
    const text = await readFile(file, 'utf8')
    expect(text).toContain('whsec_')
    for (const one of said) expect(one).not.toMatch(/rk_test_\w|sk_test_\w|whsec_\w/)
  })

  test('says that Stripe takes the key no more, once it is rolled there, and sells on with the new one', async () => {
    const { stripe, shop, take, show, ask } = await aDesk()
    await take(TEST_KEYS)
    const eggs = await aProduct(shop.db)
    const paying = await aPageOf(shop, stripe)
    const begun = await paying.createIntent(orderBody([[eggs, 1]]))
    await aStripeBrowser(stripe).confirm(begun.json().client_secret)
    stripe.accepts.delete(TEST_KEYS.secretKey)
    const refused = await (await aPageOf(shop, stripe)).pay(orderBody([[eggs, 2]]))
    expect(refused.statusCode).toBe(503)
    expect(refused.body).not.toMatch(/[rs]k_test/)
    const warned = async () => JSON.stringify((await ask('GET', '/api/admin/notices')).body)
    expect(await warned()).toMatch(/key/i)
    stripe.accepts.add(ROLLED_KEY)
    await take({ ...TEST_KEYS, secretKey: ROLLED_KEY })
    expect(await show()).toMatchObject({ mode: 'test', test: { endsWith: 'lled' } })
    // A hold placed under the former key is captured with the new one.
    expect((await paying.placeOrder(orderBody([[eggs, 1]]))).json().paymentStatus).toBe('completed')
    const holds = [...stripe.till.intents.values()].filter(({ metadata }) => metadata.payment)
    const asHeld = holds.map(({ id, status, amount }) => ({ id, status, amount_cents: amount }))
    expect(await whatIsWrong(shop.db, asHeld)).toEqual([])
  })

  test('goes live with the second pair, without a cent; test holds go back, and live keys gone close the cards', async () => {
    const { stripe, shop, take, remove, show } = await aDesk()
    await take(TEST_KEYS)
    const eggs = await aProduct(shop.db, { stock: 50 })
    const body = orderBody([[eggs, 1]])
    const slow = await aPageOf(shop, stripe)
    const intent = await slow.createIntent(body)
    await aStripeBrowser(stripe).confirm(intent.json().client_secret)
    const live = await take(LIVE_KEYS)
    expect(live).toMatchObject({ mode: 'live', live: { endsWith: 'ndin' }, test: {} })
    expect([...stripe.live.till.intents.values()].map(({ status }) => status)).toEqual(['canceled'])
    expect(stripe.live.endpoints).toMatchObject([{ url: URL_OF_WEBHOOK, livemode: false }])
    // An event from the test mode's endpoint is signed, but says nothing about live cards.
    const [event] = stripe.events.slice(-1)
    const secret = stripe.secrets.get(stripe.endpoints[0]?.id ?? '')
    if (!event) throw new Error('No event.')
    const heard = await deliver(shop, stripe.signed(event, shop.clock.now, secret))
    expect([heard.statusCode, (await show()).live.webhook.heardAt]).toEqual([200, null])
    const late = await slow.placeOrder(body)
    expect([late.statusCode, late.json().code]).toEqual([409, 'payment-mismatch'])
    await shop.settled()
    const ofShop = [...stripe.till.intents.values()].filter(({ metadata }) => metadata.payment)
    expect(ofShop.map(({ status }) => status)).toEqual(['canceled'])
    const paying = await aPageOf(shop, stripe)
    const begun = await paying.createIntent(body)
    const browser = aStripeBrowser(stripe, LIVE_PUBLISHABLE_KEY)
    expect((await remove('live')).body).toMatchObject({
      code: 'payments-open',
      message: expect.stringContaining('1 payment is'),
    })
    await browser.confirm(begun.json().client_secret)
    const placed = await paying.placeOrder(body)
    expect([placed.json().paymentStatus, placed.json().testMode]).toEqual(['completed', false])
    expect((await show()).live).toMatchObject({ unsettled: 0, refundable: 1 })
    expect((await remove('live')).body).toMatchObject({ mode: 'closed', live: null })
    expect((await paying.createIntent(orderBody([[eggs, 2]]))).statusCode).toBe(503)
    await shop.settled()
    expect(stripe.live.endpoints).toEqual([])
    // The way back needs a key of the same account.
    expect(await take(LIVE_KEYS)).toMatchObject({ mode: 'live' })
    expect((await shop.inject({ url: '/api/payments/config' })).json().livemode).toBe(true)
  })

  test('hears the former endpoint until it is deleted, and leaves none of its own behind', async () => {
    const { stripe, shop, take, show } = await aDesk()
    await take(TEST_KEYS)
    const [former] = stripe.endpoints
    stripe.accepts.add(ROLLED_KEY)
    const signed = (id = '') =>
      stripe.signed(
        stripe.events[0] ?? { type: 'charge.refunded', object: {} },
        shop.clock.now,
        stripe.secrets.get(id),
      )
    const statuses: number[] = []
    stripe.door = async (call, when) => {
      if (when === 'before' && call === `DELETE /v1/webhook_endpoints/${former?.id}`)
        for (const { id } of stripe.endpoints)
          statuses.push((await deliver(shop, signed(id))).statusCode)
      return 'open'
    }
    await take({ ...TEST_KEYS, secretKey: ROLLED_KEY })
    expect([statuses, stripe.endpoints.length]).toEqual([[200, 200], 1])
    expect((await deliver(shop, signed(former?.id))).statusCode).toBe(400)
    expect((await show()).test.webhook.fault).toBeNull()
  })
})

test.skipIf(IS_POSTGRES)(
  'a client of section 7 alone gets the same bytes, whether a variable or the desk set the keys, or took them out again',
  { timeout: 60_000 },
  async () => {
    const answersOf = async (shop: AShop) => {
      const eggs = await aProduct(shop.db)
      const buyer = aBareBuyer(shop)
      const body = orderBody([[eggs, 1]])
      const intent = await buyer.createIntent(body)
      const { client_secret: _, ...told } = intent.json()
      const placed = await buyer.placeOrder(body)
      const url = '/api/payments/sandbox/confirm'
      const payload = { client_secret: 'pi_1_secret_1' }
      const sandbox = await shop.inject({ method: 'POST', url, payload })
      const type = { 'content-type': 'application/json' }
      const event = await deliver(shop, { payload: '{}', headers: type })
      const config = await shop.inject({ url: '/api/payments/config' })
      const answers = [placed, sandbox, event, config].map((one) => [one.statusCode, one.body])
      return [intent.statusCode, told, ...answers]
    }
    const byVariables = await aShop({ stripe: await aStripeStandIn() })
    const { shop, take } = await aDesk({ env: { LIMITS: 'off' } })
    const fresh = await answersOf(await aShop())
    await take(TEST_KEYS)
    expect(await answersOf(shop)).toEqual(await answersOf(byVariables))
    shop.clock.now = new Date(shop.clock.now.getTime() + 30 * MINUTE)
    for (let round = 0; round < 3; round++) {
      await runJobs(shop.shop)
      await shop.settled()
    }
    const again = await atDesk(shop)
    expect((await again.remove('test')).status).toBe(200)
    const withoutSecrets = (answers: unknown) => JSON.stringify(answers).replace(/\/o\/[\w-]+/g, '')
    expect(withoutSecrets(await answersOf(shop))).toBe(withoutSecrets(fresh))
  },
)

type Step = { state: string }

const checked = (tx: Desk['shop']['db']) => setValue(tx, 'stripe_checked', '2026-10-28.endive')

function deliver(shop: AShop, event: { payload: string; headers: Record<string, string> }) {
  return shop.inject({ method: 'POST', url: '/api/payments/stripe/webhook', ...event })
}

/** What a kill leaves behind: the files as of that call, and what Stripe has at that time. */
type Left = { call: string; folder: string; endpoints: StandIn['endpoints'] }

test.skipIf(IS_POSTGRES)(
  'a kill after any call leaves at most one stored pair, and a next run that passes',
  { timeout: IS_LONG ? 600_000 : 120_000 },
  async () => {
    const { stripe, shop, take } = await aDesk()
    await take(TEST_KEYS)
    stripe.accepts.add(ROLLED_KEY)
    const left: Left[] = []
    let count = 0
    stripe.door = async (call, when) => {
      const isOfWebhook = call.includes('webhook_endpoints')
      if (when === 'after' && (isOfWebhook || IS_LONG || count++ % 20 === 0)) {
        const folder = await mkdtemp(join(tmpdir(), 'farmstand-killed-'))
        onTestFinished(() => rm(folder, { recursive: true, force: true }))
        cpSync(shop.config.dataDir, folder, { recursive: true })
        left.push({ call, folder, endpoints: structuredClone(stripe.endpoints) })
      }
      return 'open'
    }
    await take({ ...TEST_KEYS, secretKey: ROLLED_KEY })
    stripe.door = null
    await shop.close()
    expect(left.map(({ call }) => call).join()).toMatch(/GET.*webhook.*POST.*webhook.*DELETE/)
    for (const { folder, endpoints } of left) {
      stripe.endpoints.splice(0, Infinity, ...endpoints)
      const env = { PUBLIC_URL: 'https://farm.example', DATA_DIR: folder }
      const killed = await aShop({ deskStripe: stripe, env, now: '2026-11-18T19:00:00.000Z' })
      const desk = await atDesk(killed)
      const { test: kept, check } = await desk.show()
      expect([['ndin', 'lled'].includes(kept.endsWith), check.state]).toEqual([true, 'passed'])
      expect((await desk.take({ ...TEST_KEYS, secretKey: ROLLED_KEY })).check.state).toBe('passed')
      const stored = JSON.parse(await readFile(desk.file, 'utf8'))
      expect([stored.live, stripe.endpoints.map(({ id }) => id)]).toEqual([
        null,
        [stored.test.webhookId],
      ])
      await killed.close()
    }
  },
)

const MANY = IS_LONG ? 100 : 50

test.skipIf(IS_POSTGRES).each([
  ['to test keys', 0, [TEST_KEYS]],
  ['to another key of the account', 1, [TEST_KEYS, { ...TEST_KEYS, secretKey: ROLLED_KEY }]],
  ['to live keys', 1, [TEST_KEYS, LIVE_KEYS]],
])(
  'many orders during a switch %s: each is completed or given back, none twice',
  { timeout: 120_000 },
  async (_, before, pairs) => {
    const { stripe, shop, put, take } = await aDesk()
    stripe.accepts.add(ROLLED_KEY)
    for (const keys of pairs.slice(0, before)) await take(keys)
    const eggs = await aProduct(shop.db, { stock: 500 })
    let begun = 0
    const buyers: Promise<void>[] = []
    const answers: { status: number; id: number | null }[] = []
    const buy = async () => {
      const body = orderBody([[eggs, 1]])
      const page = await aPageOf(shop, stripe)
      const answer = await page.pay(body)
      answers.push({ status: answer.statusCode, id: answer.json().id ?? null })
    }
    const begin = (until: number) => {
      for (; begun < until; begun++) buyers.push(buy())
    }
    // Some before the switch, most around it, the rest after.
    stripe.door = async (call, when) => {
      if (call.endsWith('/v1/webhook_endpoints'))
        begin(MANY * (call.startsWith('POST') ? 0.7 : 0.3))
      else if (when === 'before') begin(Math.min(MANY / 10, begun + 1))
      return 'open'
    }
    expect((await put(pairs[before] ?? {})).status).toBe(200)
    await shop.settled()
    begin(MANY)
    await Promise.all(buyers)
    stripe.door = null
    for (let round = 0; round < 4; round++) {
      shop.clock.now = new Date(shop.clock.now.getTime() + 30 * MINUTE)
      await runJobs(shop.shop)
      await shop.settled()
    }
    const holds = [stripe.till, stripe.live.till].flatMap(({ intents }) =>
      [...intents.values()]
        .filter(({ metadata }) => metadata.payment)
        .map(({ id, status, amount }) => ({ id, status, amount_cents: amount })),
    )
    const sandbox = await shop.db.selectFrom('sandbox_intents').selectAll().execute()
    expect(await whatIsWrong(shop.db, [...holds, ...sandbox])).toEqual([])
    expect([...holds, ...sandbox].filter(({ status }) => status === 'requires_capture')).toEqual([])
    const orders = await shop.db.selectFrom('orders').select(['id', 'checkout_key']).execute()
    const paid = answers.filter(({ status }) => status < 300)
    expect(new Set(orders.map(({ checkout_key }) => checkout_key)).size).toBe(orders.length)
    expect([answers.length, new Set(paid.map(({ id }) => id)).size]).toEqual([MANY, orders.length])
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect(orders.length).toBeGreaterThan(MANY / 5)
    const payments = await shop.db.selectFrom('payments').select('id').execute()
    expect(payments.length).toBeGreaterThanOrEqual(MANY)
  },
)

test.skipIf(IS_POSTGRES)(
  'live keys of the desk open no shop without limits, and a damaged file is none',
  { timeout: 60_000 },
  async () => {
    const { shop, take, file } = await aDesk()
    await write(shop.db, checked)
    expect((await take(LIVE_KEYS)).mode).toBe('live')
    await shop.close()
    await expect(openShop({ ...shop.config, limits: false }, NO_PAGES)).rejects.toThrow('LIMITS')
    await writeFile(file, '{"live":')
    const again = await openShop(shop.config, NO_PAGES)
    expect(again.shop.payments.name).toBe('sandbox')
    await again.close()
  },
)

test.skipIf(IS_POSTGRES)(
  'payments of 121 days ago are none that a removal keeps from being refunded',
  async () => {
    const { stripe, shop, take, show } = await aDesk()
    await take(TEST_KEYS)
    const eggs = await aProduct(shop.db)
    await (await aPageOf(shop, stripe)).pay(orderBody([[eggs, 1]]))
    expect((await show()).test.refundable).toBe(1)
    shop.clock.now = new Date(shop.clock.now.getTime() + 121 * DAY)
    expect((await (await atDesk(shop)).show()).test.refundable).toBe(0)
  },
)
