import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { type Hook, MAX_HOOKS } from '#contract/hooks.ts'
import { DAY, HOUR, MINUTE } from '#contract/time/durations.ts'
import { type Db, type ShopEvent, write } from '#server/db/write.ts'
import { readWarnings } from '#server/features/admin/notice-queries.ts'
import { LEFT_OUT } from '#server/features/backups/backup-format.ts'
import { hookSender, signatureOf } from '#server/outside/send-hook.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aReceiver } from '#tests/a-receiver.ts'
import { type AShop, aProcessBeside, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { isShortOnPostgres, someOf } from '#tests/length-of-run.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { changeHook, listEvents, listHooks } from './edit-hooks.ts'
import { eventsOf, forgetEvents } from './events.ts'
import { afterAnswer, type HookRow, sendHooks } from './send-hooks.ts'

const URL_OF_HOOK = 'https://hooks.example.com/farm'
const ALL: Hook['types'] = [
  'order.created',
  'order.updated',
  'product.updated',
  'market_day.updated',
]

/** A shop whose webhooks all lead to one receiver, told apart by path. */
async function aTellingShop({ env = {} }: { env?: Record<string, string> } = {}) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example', ...env } })
  const receiver = await aReceiver()
  shop.shop.sendHook = ({ url, ...message }) =>
    receiver.send({ ...message, url: receiver.url(new URL(url).pathname) })
  const headers = {
    cookie: await signIn(shop),
    origin: 'https://farm.example',
    accept: 'application/json',
  }
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', payload?: object) =>
    shop.inject({ method, url: `/api/admin/hooks${path}`, headers, ...(payload && { payload }) })
  const make = async (
    types = ALL,
    url = URL_OF_HOOK,
  ): Promise<Hook & { secret: string; startsAt: string; tried: object }> => {
    const made = await ask('POST', '', { url, types })
    expect(made.statusCode, made.body).toBe(201)
    return made.json()
  }
  /** Works after the session's end, too. */
  const list = () => listHooks(shop.db)
  const emit = (...events: ShopEvent[]) =>
    write(shop.db, async (_, tell) => {
      for (const event of events) tell(event)
    })
  const order = (orderId: number) => emit({ kind: 'orders', orderId })
  const pass = (ms: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + ms)
  }
  const round = async () => {
    await sendHooks(shop.shop)
    await shop.settled()
  }
  const events = () => receiver.heard.filter(({ type }) => type !== 'test.ping')
  return { shop, receiver, ask, make, list, emit, order, pass, round, events, headers }
}

describe('what is told', () => {
  test('is each order, product and day once, however often a change says it', () => {
    const told = eventsOf([
      { kind: 'stock', productIds: [1, 2] },
      { kind: 'orders', orderId: 7 },
      { kind: 'orders', orderId: 7, isNew: true },
      { kind: 'orders', orderId: 7 },
      { kind: 'orders', orderId: 8 },
      { kind: 'products', productIds: [2, 3] },
      { kind: 'days' },
      { kind: 'days' },
      ...([
        { kind: 'settings' },
        { kind: 'pages' },
        { kind: 'phones' },
        { kind: 'missed' },
      ] as const),
    ])
    expect(told.map(({ type, subject_id }) => `${type} ${subject_id}`)).toEqual([
      ...['order.created 7', 'order.updated 8', 'product.updated 1', 'product.updated 2'],
      ...['product.updated 3', 'market_day.updated null'],
    ])
  })

  test('is one event without ids when more than 100 products change at once', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, id) => id + 1)
    expect(eventsOf([{ kind: 'stock', productIds: ids(100) }])).toHaveLength(100)
    expect(eventsOf([{ kind: 'stock', productIds: ids(101) }])).toEqual([
      { type: 'products.updated', subject_id: null },
    ])
  })

  test('is nothing while no webhook is on, and nothing of what was rolled back', async () => {
    const its = await aTellingShop()
    const stored = () => its.shop.db.selectFrom('hook_events').select('subject_id').execute()
    await its.order(1)
    const { id } = await its.make()
    await its.order(2)
    await expect(
      write(its.shop.db, async (_, emit) => {
        emit({ kind: 'orders', orderId: 3 })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await its.shop.settled()
    await its.ask('PUT', `/${id}`, { isOn: false })
    await its.order(4)
    expect(await stored()).toEqual([{ subject_id: 2 }])
    await its.shop.settled()
    expect(its.events().map(({ subject }) => subject)).toEqual([2])
  })
})

test('an order in the shop is told at once, thin and signed', async () => {
  const its = await aTellingShop()
  const eggs = await aProduct(its.shop.db)
  const { secret, id } = await its.make(['order.created'])
  const placed = await aKeyedBuyer(its.shop).buy(
    orderBody([[eggs, 1]], { customerName: 'Zoe Quill' }),
  )
  await its.shop.settled()
  const [one, ...more] = its.events()
  expect(more).toEqual([])
  expect(JSON.parse(one?.body ?? '')).toEqual({
    type: 'order.created',
    timestamp: its.shop.clock.now.toISOString(),
    data: { id: placed.json().id },
  })
  expect(one?.id).toMatch(/^msg_[\da-f]{8}-/)
  expect(await listEvents(its.shop.db, id)).toMatchObject([{ number: 1, webhookId: one?.id }])
  expect(one?.timestamp).toBe(String(its.shop.clock.now.getTime() / 1000))
  expect(one?.signatures).toEqual([
    signatureOf(secret, `${one?.id}.${one?.timestamp}.${one?.body}`),
  ])
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
})

describe('at the desk', () => {
  test('a webhook is made, listed without its secret, changed and ended, and the history names it', async () => {
    const its = await aTellingShop()
    const { secret, startsAt, tried, ...made } = await its.make(['order.created'])
    expect(tried).toEqual({ status: 204, error: null })
    expect(its.receiver.heard.map(({ type }) => type)).toEqual(['test.ping'])
    expect(Date.parse(startsAt) - its.shop.clock.now.getTime()).toBe(5000)
    expect((await its.ask('GET')).json()).toEqual([made])
    expect(made).toEqual({
      ...{ id: made.id, url: URL_OF_HOOK, types: ['order.created'], isOn: true, waiting: 0 },
      ...{ lastStatus: 204, lastError: null, failingSince: null, skipped: 0 },
      madeAt: its.shop.clock.now.toISOString(),
    })
    const changed = await its.ask('PUT', `/${made.id}`, { types: ['product.updated'] })
    expect(changed.json()).toMatchObject({ types: ['product.updated'], isOn: true })
    expect((await its.ask('POST', `/${made.id}/test`)).json()).toEqual({ status: 204, error: null })
    expect((await its.ask('DELETE', `/${made.id}`)).statusCode).toBe(204)
    expect(await its.list()).toEqual([])
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['GET', '/events'],
    ] as const)
      expect(
        (await its.ask(method, `/${made.id}${path}`, method === 'PUT' ? {} : undefined)).statusCode,
      ).toBe(404)
    const history = await its.shop.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('subject', '=', `hook:${made.id}`)
      .orderBy('id')
      .execute()
    expect(history.map(({ action }) => action)).toEqual(['created', 'changed', 'deleted'])
    expect(JSON.stringify(history)).not.toContain(secret)
  })

  test('its own address and bad fields are refused at the field', async () => {
    const its = await aTellingShop()
    const refusal = async (payload: object, path = '') => {
      const answer = await its.ask('POST', path, payload)
      return [answer.statusCode, answer.json().code, answer.json().field]
    }
    const types = ['order.created']
    for (const url of ['https://farm.example/x', 'https://FARM.example.:8443/'])
      expect(await refusal({ url, types }), url).toEqual([400, 'invalid', 'url'])
    expect(await refusal({ url: URL_OF_HOOK, types: [] })).toEqual([400, 'invalid', 'types'])
    expect(await refusal({ url: URL_OF_HOOK, types: ['order.erased'] })).toEqual([
      400,
      'invalid',
      'types.0',
    ])
    const made = await its.make()
    expect(await refusal({ from: 1 }, `/${made.id}/redelivery`)).toEqual([400, 'invalid', 'from'])
    expect(await refusal({ from: 0 }, `/${made.id}/redelivery`)).toEqual([400, 'invalid', 'from'])
  })

  test('of several that are made at one moment only as many stay as there is room for', async () => {
    const its = await aTellingShop()
    for (let count = 2; count < MAX_HOOKS; count++) await its.make()
    const payload = { url: URL_OF_HOOK, types: ['order.created'] }
    const made = await Promise.all(Array.from({ length: 6 }, () => its.ask('POST', '', payload)))
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409])
    expect(made.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('list-full')
    expect(await its.list()).toHaveLength(MAX_HOOKS)
  })

  test('the last 200 events are listed, newest first', async () => {
    const its = await aTellingShop()
    const { id } = await its.make(['order.updated'])
    its.shop.shop.sendHook = async () => ({ status: 500, retryAfter: null, error: null })
    for (let from = 0; from < 210; from += 30)
      await its.emit(
        ...Array.from(
          { length: 30 },
          (_, index) => ({ kind: 'orders', orderId: from + index + 1 }) as const,
        ),
      )
    await its.round()
    const events = (await its.ask('GET', `/${id}/events`)).json()
    expect(events).toHaveLength(200)
    expect(events[0]).toEqual({
      number: 210,
      webhookId: expect.stringMatching(/^msg_/),
      type: 'order.updated',
      at: its.shop.clock.now.toISOString(),
      subject: 210,
    })
    expect((await its.list())[0]?.waiting).toBe(210)
  })
})

describe('a webhook', () => {
  test('hears only of its types, with `products.updated` among those of products', async () => {
    const its = await aTellingShop()
    await its.make(['product.updated'])
    await its.emit(
      { kind: 'orders', orderId: 1, isNew: true },
      { kind: 'days' },
      { kind: 'stock', productIds: [5] },
    )
    await its.emit({ kind: 'stock', productIds: Array.from({ length: 101 }, (_, id) => id + 1) })
    await its.round()
    expect(its.events().map(({ type, subject }) => [type, subject])).toEqual([
      ['product.updated', 5],
      ['products.updated', null],
    ])
  })

  test('that is turned on again goes on where it stopped, or from now', async () => {
    const its = await aTellingShop()
    const other = await its.make(ALL, 'https://hooks.example.com/other')
    const { id } = await its.make()
    await its.order(1)
    await its.shop.settled()
    for (const [first, more, expected] of [
      [2, {}, [2, 3]],
      [4, { fromNow: true }, [5]],
    ] as const) {
      its.receiver.heard.length = 0
      await its.ask('PUT', `/${id}`, { isOn: false })
      await its.order(first)
      await its.shop.settled()
      await its.ask('PUT', `/${id}`, { isOn: true, ...more })
      await its.order(first + 1)
      await its.round()
      expect(
        its
          .events()
          .filter(({ path }) => path === '/farm')
          .map(({ subject }) => subject),
      ).toEqual(expected)
    }
    expect(other.isOn).toBe(true)
  })

  test('is sent events again under the same ids', async () => {
    const its = await aTellingShop()
    const { id } = await its.make()
    for (const one of [1, 2, 3]) await its.order(one)
    await its.round()
    const first = its.events()
    its.receiver.heard.length = 0
    expect((await its.ask('POST', `/${id}/redelivery`, { from: 2 })).json()).toMatchObject({
      waiting: 2,
    })
    await its.round()
    expect(its.events().map((event) => event.id)).toEqual(first.slice(1).map((event) => event.id))
  })

  test('with a new secret is signed by both for 24 hours, so that a rotation loses nothing', async () => {
    const its = await aTellingShop()
    const { id, secret: former } = await its.make()
    const { secret } = (await its.ask('POST', `/${id}/secret`)).json()
    expect(secret).not.toBe(former)
    const signers = async () => {
      await its.round()
      const one = its.events().at(-1)
      return [secret, former].map((key) =>
        one?.signatures.includes(signatureOf(key, `${one.id}.${one.timestamp}.${one.body}`)),
      )
    }
    await its.order(1)
    expect(await signers()).toEqual([true, true])
    its.pass(24 * HOUR - 1000)
    await its.order(2)
    expect(await signers()).toEqual([true, true])
    its.pass(1000)
    await its.order(3)
    expect(await signers()).toEqual([true, false])
    expect(its.events().at(-1)?.signatures).toHaveLength(1)
  })

  test('made anew twice in a day is still signed by what the receiver has, and by no more than three', async () => {
    const its = await aTellingShop()
    const made = await its.make()
    const secrets = [made.secret]
    for (let times = 0; times < 3; times++)
      secrets.unshift((await its.ask('POST', `/${made.id}/secret`)).json().secret)
    await its.order(1)
    await its.round()
    const one = its.events().at(-1)
    const signed = `${one?.id}.${one?.timestamp}.${one?.body}`
    expect(one?.signatures).toEqual(secrets.slice(0, 3).map((key) => signatureOf(key, signed)))
    its.pass(24 * HOUR)
    await its.order(2)
    await its.round()
    expect(its.events().at(-1)?.signatures).toHaveLength(1)
  })

  test('that is silent holds up no other, nor an event that comes meanwhile', async () => {
    const its = await aTellingShop()
    await its.make(ALL, 'https://hooks.example.com/silent')
    await its.make()
    const waiting = Promise.withResolvers<void>()
    its.receiver.state.answer = (reply, { url }) => {
      if (url === '/farm') return void reply.writeHead(204).end()
      void waiting.promise.then(() => reply.writeHead(204).end())
    }
    its.shop.shop.sendHook = ({ url, ...message }) =>
      hookSender({ ...its.receiver.network, patience: 60_000 })({
        ...message,
        url: its.receiver.url(new URL(url).pathname),
      })
    const heard = (subject: number) =>
      its.events().some((one) => one.path === '/farm' && one.subject === subject)
    await its.order(1)
    const rounds = [sendHooks(its.shop.shop)]
    await expect.poll(() => heard(1)).toBe(true)
    await its.order(2)
    rounds.push(sendHooks(its.shop.shop))
    await expect.poll(() => heard(2)).toBe(true)
    expect(its.events().filter(({ path }) => path === '/silent')).toHaveLength(1)
    waiting.resolve()
    await Promise.all(rounds)
    const silent = its.events().filter(({ path }) => path === '/silent')
    expect(silent.map(({ subject }) => subject)).toEqual([1, 2])
  })

  test('that is silent does not keep the shop from stopping', async () => {
    const its = await aTellingShop()
    const stopped = new AbortController()
    const send = hookSender({
      ...its.receiver.network,
      patience: 60_000,
      stopped: stopped.signal,
    })
    its.shop.shop.sendHook = (message) => send({ ...message, url: its.receiver.url() })
    await its.make()
    its.receiver.heard.length = 0
    its.receiver.state.answer = () => {}
    await its.order(1)
    const round = sendHooks(its.shop.shop)
    await expect.poll(() => its.events().length).toBe(1)
    stopped.abort()
    await round
    expect(await its.list()).toMatchObject([{ lastError: 'The shop was stopped.', waiting: 1 }])
  })
})

describe('an answer that is none', () => {
  const AT = new Date('2026-11-18T18:00:00.000Z')
  const hook: HookRow = {
    ...{ id: 1, url: URL_OF_HOOK, types: ALL, secret: '', former_secret: null, former_until: null },
    ...{ cursor: 6, attempts: 0, due_at: null, last_status: null, last_error: null, skipped: 0 },
    ...{ failing_since: null, off_at: null, made_at: AT.toISOString() },
  }
  const progress = (
    row: Partial<HookRow>,
    answer: { status: number | null; retryAfter?: number },
    at = AT,
  ) =>
    afterAnswer(
      { ...hook, ...row },
      { number: 7, at, answer: { error: null, retryAfter: null, ...answer } },
    )
  const waitOf = (row: Partial<HookRow>, answer: { status: number | null; retryAfter?: number }) =>
    Date.parse(progress(row, answer).due_at ?? '') - AT.getTime()

  test('is tried again after the specification’s waits, a fifth more or less, and skipped after ten tries', () => {
    const waits = [
      5000,
      5 * MINUTE,
      30 * MINUTE,
      2 * HOUR,
      5 * HOUR,
      10 * HOUR,
      14 * HOUR,
      20 * HOUR,
      24 * HOUR,
    ]
    for (const [attempts, wait] of waits.entries())
      for (const status of [null, 302, 400, 404, 500, 503]) {
        const all = Array.from({ length: 50 }, () => waitOf({ attempts }, { status }) / wait)
        expect(Math.min(...all)).toBeGreaterThanOrEqual(0.8)
        expect(Math.max(...all)).toBeLessThanOrEqual(1.2)
        expect(Math.max(...all) - Math.min(...all)).toBeGreaterThan(0.1)
        expect(progress({ attempts }, { status })).toMatchObject({
          attempts: attempts + 1,
          failing_since: AT.toISOString(),
        })
      }
    expect(progress({ attempts: 9, skipped: 2 }, { status: 500 })).toMatchObject({
      cursor: 7,
      attempts: 0,
      due_at: null,
      skipped: 3,
    })
  })

  test('says itself how long to wait, up to 24 hours; a busy one is left alone for five minutes', () => {
    expect(waitOf({}, { status: 503, retryAfter: HOUR })).toBe(HOUR)
    expect(waitOf({}, { status: 503, retryAfter: 30 * DAY })).toBe(DAY)
    for (const status of [429, 502, 504]) expect(waitOf({}, { status })).toBe(5 * MINUTE)
    expect(waitOf({}, { status: 500 })).toBeLessThanOrEqual(6000)
  })

  test('for five days turns the webhook off, with a mail; its place is kept. So does 410 at once', async () => {
    const its = await aTellingShop()
    const { db } = its.shop
    const mailbox = { key: 'mail_address' as const, value: 'ada@farm.example', description: '' }
    await write(db, (tx) => tx.insertInto('settings').values(mailbox).execute())
    const mails = async () =>
      (await db.selectFrom('outbox').select(['kind', 'recipient', 'message']).execute()).map(
        ({ message, ...mail }) => ({ ...mail, is410: message?.includes('wants no more') }),
      )
    const { id } = await its.make()
    const noticed = async () => (await readWarnings(db, its.shop.clock.now)).hooksGivenUp
    its.receiver.answers(500)
    await its.order(1)
    await its.round()
    its.pass(5 * DAY - 1000)
    await its.round()
    expect((await its.list())[0]).toMatchObject({
      isOn: true,
      lastStatus: 500,
      failingSince: expect.any(String),
    })
    expect([await mails(), await noticed()]).toEqual([[], 0])
    its.pass(DAY)
    await its.round()
    expect((await its.list())[0]).toMatchObject({ isOn: false, waiting: 1 })
    expect(await noticed()).toBe(1)
    const mail = { kind: 'hook_off', recipient: 'ada@farm.example' }
    expect(await mails()).toEqual([{ ...mail, is410: false }])
    its.receiver.answers(204)
    await changeHook(its.shop.shop, id, { isOn: true })
    await its.round()
    expect((await its.list())[0]).toMatchObject({ isOn: true, waiting: 0, failingSince: null })
    expect(await noticed()).toBe(0)
    its.receiver.answers(410)
    await its.order(2)
    await its.round()
    expect((await its.list())[0]).toMatchObject({ isOn: false, waiting: 1, lastStatus: 410 })
    expect(await mails()).toEqual([
      { ...mail, is410: false },
      { ...mail, is410: true },
    ])
    expect(await noticed()).toBe(1)
    // One that the farmer turned off isn't reported as trouble.
    await changeHook(its.shop.shop, id, { isOn: true })
    await changeHook(its.shop.shop, id, { isOn: false })
    expect(await noticed()).toBe(0)
  })

  test('ten times skips the event, counts it, and goes on with the next', async () => {
    const its = await aTellingShop()
    await its.make()
    its.shop.shop.sendHook = async ({ body }) => ({
      status: JSON.parse(body).data.id === 1 ? 500 : 204,
      retryAfter: null,
      error: null,
    })
    await its.order(1)
    await its.order(2)
    for (let tries = 1; tries < 10; tries++) {
      await its.round()
      expect((await its.list())[0]).toMatchObject({ waiting: 2, skipped: 0, isOn: true })
      const { due_at } = await its.shop.db
        .selectFrom('hooks')
        .select('due_at')
        .executeTakeFirstOrThrow()
      its.shop.clock.now = new Date(due_at ?? '')
    }
    await its.round()
    expect((await its.list())[0]).toMatchObject({ waiting: 1, skipped: 1 })
    await its.round()
    expect((await its.list())[0]).toMatchObject({ waiting: 0, skipped: 1, failingSince: null })
  })
})

/** As if the process were killed at its nth statement, and at every one after. */
function killedAt(db: Db, statements: number): Db {
  let left = statements
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (left-- <= 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      ids: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('roll back' as const), ids: fc.constant(1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      ids: fc.integer({ min: 0, max: 24 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refuse' as const), ids: fc.constant(1) }) },
)

test.skipIf(ARE_TWO)(
  'every committed event comes, in order, and none that was rolled back, however often the sender is killed',
  { timeout: 60_000 },
  async () => {
    const its = await aTellingShop()
    await its.make()
    its.shop.shop.later = async () => {}
    const send = its.shop.shop.sendHook
    let next = 1
    const run = async (
      steps: { do: 'commit' | 'roll back' | 'kill' | 'refuse'; ids: number }[],
    ) => {
      its.receiver.heard.length = 0
      const committed: number[] = []
      for (const { do: what, ids } of steps) {
        // Past each wait of so few tries, and not yet the five days after which it is turned off.
        its.pass(16 * HOUR)
        if (what === 'commit') {
          const some = Array.from({ length: ids }, () => next++)
          await its.emit(...some.map((orderId) => ({ kind: 'orders', orderId }) as const))
          committed.push(...some)
        } else if (what === 'roll back') {
          const work = write(its.shop.db, async (_, emit) => {
            emit({ kind: 'orders', orderId: next++ })
            throw new Error('rolled back')
          })
          await work.catch(() => {})
        } else if (what === 'kill') {
          await sendHooks({ ...its.shop.shop, db: killedAt(its.shop.db, ids) }).catch(() => {})
        } else {
          const refusing = async () => ({ status: 503, retryAfter: null, error: null })
          await sendHooks({ ...its.shop.shop, sendHook: refusing })
        }
      }
      its.pass(16 * HOUR)
      await sendHooks({ ...its.shop.shop, sendHook: send })
      const subjects = [...new Set(its.events().map(({ subject }) => subject))]
      expect(subjects).toEqual(committed)
      expect(new Set(its.events().map(({ id }) => id)).size).toBe(committed.length)
      expect((await its.list())[0]).toMatchObject({ waiting: 0, isOn: true, skipped: 0 })
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 7 }), run), {
      numRuns: isShortOnPostgres() ? 3 : 10,
    })
    // Once for each statement of a round that sends two.
    const statements = Array.from({ length: 26 }, (_, statement) => statement)
    for (const statement of someOf(statements, isShortOnPostgres() ? 3 : 1))
      await run([
        { do: 'commit', ids: 2 },
        { do: 'kill', ids: statement },
      ])
  },
)

test.runIf(inject('postgresUrl') !== undefined && !ARE_TWO)(
  'two processes that write and send at once tell every event once, in the order of their numbers',
  { timeout: 60_000 },
  async () => {
    const its = await aTellingShop()
    const { id } = await its.make()
    const other = await aProcessBeside(its.shop)
    other.shop.sendHook = its.shop.shop.sendHook
    const sell = (shop: AShop, orderId: number) =>
      write(shop.db, async (tx, emit) => {
        await tx.selectFrom('places').select('id').execute()
        emit({ kind: 'orders', orderId })
      })
    for (let from = 0; from < 24; from += 6)
      await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          sell(index % 2 ? its.shop : other, from + index + 1),
        ),
      )
    await its.round()
    await other.settled()
    await its.round()
    const heard = its.events()
    expect(heard.map(({ subject }) => subject).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: 24 }, (_, index) => index + 1),
    )
    const numbered: { number: number; subject: number }[] = (
      await its.ask('GET', `/${id}/events`)
    ).json()
    expect(heard.map(({ subject }) => subject)).toEqual(
      numbered.toReversed().map(({ subject }) => subject),
    )
  },
)

test('events are kept 30 days, and their numbers never begin again', async () => {
  const its = await aTellingShop()
  const { id } = await its.make()
  for (const one of [1, 2]) await its.order(one)
  await its.round()
  its.pass(30 * DAY + 1000)
  await forgetEvents(its.shop.shop)
  const numbers = async () => (await listEvents(its.shop.db, id)).map(({ number }) => number)
  expect(await numbers()).toEqual([2])
  await its.order(3)
  await its.round()
  expect(await numbers()).toEqual([3, 2])
  expect(its.events().at(-1)?.subject).toBe(3)
})

test('no backup holds webhooks: their secrets sign', () => {
  expect(LEFT_OUT).toEqual(expect.arrayContaining(['hooks', 'hook_events']))
})
