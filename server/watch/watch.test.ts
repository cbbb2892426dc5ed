import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Mail } from '#contract/mail/mails.ts'
import type { Cents } from '#contract/money/money.ts'
import { FAULTS, OVERDUE, type Overdue } from '#contract/people/admin.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { doubtClock } from '#server/core/clock-fault.ts'
import { deleteValue, setValue } from '#server/core/key-value.ts'
import { DESK_QUEUES } from '#server/core/watched-mails.ts'
import { write } from '#server/db/write.ts'
import { listMails } from '#server/features/mail/mail-queries.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { runJobs } from '#server/jobs.ts'
import type { Mailer } from '#server/outside/mail.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import type { Writing } from './database-outage.ts'
import { readFigures } from './metrics.ts'
import { serveMetrics } from './prometheus.ts'
import { readiness, scarceMegabytes } from './readiness.ts'
import { readOverdue } from './trouble-queries.ts'

const WATCHED = { METRICS_PORT: '0' }

async function figuresOf(its: AShop): Promise<string> {
  return (await its.metrics?.render())?.text ?? ''
}

function sample(text: string, name: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length + 1))
}

describe('the figures for monitoring', () => {
  test.skipIf(ARE_TWO)(
    'count answers by the template of their route, however many addresses were asked for',
    async () => {
      const its = await aShop({ env: WATCHED })
      const secrets = Array.from({ length: 30 }, (_, n) => `secret-${n}-ada@example.com`)
      for (const secret of secrets) {
        await its.inject({ url: `/nowhere/${secret}` })
        await its.inject({ url: `/o/${secret}?card=4242424242424242` })
        await its.inject({ method: 'POST', url: `/api/${secret}` })
      }
      await its.inject({ url: '/%zz' })
      const text = await figuresOf(its)
      expect(
        sample(text, 'farmstand_http_requests_total{method="GET",route="/o/:secret",status="200"}'),
      ).toBe(30)
      expect(
        sample(text, 'farmstand_http_requests_total{method="POST",route="unmatched",status="404"}'),
      ).toBe(30)
      expect(sample(text, 'farmstand_http_request_seconds_count{route="/o/:secret"}')).toBe(30)
      expect(text).not.toMatch(/secret-|@|4242|nowhere/)
      expect(text.match(/^farmstand_http_requests_total/gm)?.length).toBeLessThan(6)
    },
  )

  test.skipIf(ARE_TWO)(
    'say how the shop does: orders, payments, mails, jobs, memory, event loop, and what runs',
    async () => {
      const its = await aShop({ env: WATCHED })
      const eggs = await aProduct(its.db)
      const buyer = aKeyedBuyer(its)
      const body = orderBody([[eggs, 1]])
      const intent = await buyer.createIntent(body)
      expect(sample(await figuresOf(its), 'farmstand_payments{state="open"}')).toBe(1)
      await buyer.confirm(intent)
      expect((await buyer.placeOrder(body)).statusCode).toBe(201)
      await its.settled()
      await runJobs(its.shop)
      its.clock.now = new Date(its.clock.now.getTime() + 90_000)
      await its.inject({ url: '/' })
      await its.inject({ url: '/' })
      const text = await figuresOf(its)
      const values = [
        'farmstand_database_up',
        'farmstand_orders{status="pending"}',
        'farmstand_orders{status="delivered"}',
        'farmstand_payments{state="open"}',
        'farmstand_mails_waiting{queue="orders"}',
        'farmstand_mail_oldest_seconds{queue="orders"}',
        'farmstand_mails_given_up{queue="orders"}',
        'farmstand_page_cache_hits_total',
        'farmstand_page_cache_misses_total',
        'farmstand_open_sockets',
        'farmstand_database_away_total',
      ].map((name) => sample(text, name))
      expect(values).toEqual([1, 1, 0, null, 1, 90, 0, 1, 1, 0, 0])
      expect(sample(text, 'farmstand_job_last_run_seconds{job="minute"}')).toBeCloseTo(
        Date.parse('2026-11-18T18:00:00Z') / 1000 - 5,
        0,
      )
      expect(sample(text, 'farmstand_job_last_run_seconds{job="remove unused pictures"}')).toBe(
        Date.parse('2026-11-18T18:00:00Z') / 1000,
      )
      for (const name of [
        'nodejs_eventloop_lag_p99_seconds',
        'process_resident_memory_bytes',
        'farmstand_disk_free_bytes',
      ])
        expect(sample(text, name)).toBeGreaterThan(0)
      expect(text).toMatch(/farmstand_build_info\{version="[\d.]+",node="26\.[\d.]+"\} 1/)
      expect(text).not.toMatch(/ada|@|River|pm_card|farmstand_admin/i)
    },
  )

  test('count orders no further than to ten thousand, so that a look costs the same in ten years', async () => {
    const its = await aShop({ env: WATCHED })
    await write(its.db, async (tx) => {
      for (let batch = 0; batch < 11; batch++)
        await tx.insertInto('orders').values(thousandOrders(batch)).execute()
    })
    expect(sample(await figuresOf(its), 'farmstand_orders{status="delivered"}')).toBe(10_000)
  })

  test('look at no mail that was sent', async () => {
    const { db, clock, shop } = await aShop({ hasNewDatabase: true })
    const mail: Mailer = { send: async () => {}, close() {} }
    const plans = await plansOf(db, async (one) => {
      await readFigures(one, clock.now)
      await readOverdue({ ...shop, db: one, mail }, clock.now)
      await listMails(one, 100, clock.now)
    })
    const ofMails = plans.filter((line) => line.includes('outbox_'))
    expect(ofMails.join('\n')).toMatch(/outbox_due[\s\S]*outbox_given_up/)
    // Only the list reads the newest.
    expect(ofMails.filter((line) => line.includes('outbox_newest'))).toHaveLength(
      DESK_QUEUES.length,
    )
    expect(plans.filter((line) => READS_ALL.test(line) && line.includes('outbox'))).toEqual([])
  })

  test('are told although the database is gone, and say so', async () => {
    const its = await aShop({ env: WATCHED })
    await its.close()
    const text = await figuresOf(its)
    expect(sample(text, 'farmstand_database_up')).toBe(0)
    expect(sample(text, 'farmstand_mails_waiting{queue="orders"}')).toBe(null)
  })

  test('count failures outside of answers by what was done', async () => {
    const its = await aShop({ env: WATCHED })
    await its.shop.later('send mails', () => Promise.reject(new Error('no')))
    expect(sample(await figuresOf(its), 'farmstand_failures_total{what="send mails"}')).toBe(1)
  })

  test('count the parts of pages that browsers could not go on drawing, and no more than a few from one address', async () => {
    const its = await aShop({ env: { ...WATCHED, LIMITS: 'on' } })
    const tell = (payload: object) =>
      its.inject({ method: 'POST', url: '/api/broken-parts', payload })
    const cart = 'farmstand_failures_total{what="draw a part of a page: cart"}'
    expect((await tell({ part: 'cart' })).statusCode).toBe(204)
    for (const other of [{}, { part: 'wallet' }, { part: 'cart', error: 'At Ada’s house' }])
      expect((await tell(other)).statusCode).toBe(400)
    expect(sample(await figuresOf(its), cart)).toBe(1)
    const answers = []
    for (let times = 0; times < 25; times++) answers.push((await tell({ part: 'cart' })).statusCode)
    expect(new Set(answers)).toEqual(new Set([204, 429]))
    expect(sample(await figuresOf(its), cart)).toBeLessThanOrEqual(20)
  })

  test('stand on no port of the shop, and nowhere without METRICS_PORT', async () => {
    const its = await aShop({ env: WATCHED })
    expect((await its.inject({ url: '/metrics' })).statusCode).toBe(404)
    expect((await aShop()).metrics).toBe(null)
    if (!its.metrics) throw new Error('METRICS_PORT opens them.')
    const port = await serveMetrics(its.metrics, { port: 0, host: '127.0.0.1' })
    const looked = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect([looked.status, looked.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(await looked.text()).toContain('farmstand_build_info')
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  })
})

function thousandOrders(batch: number) {
  return Array.from({ length: 1000 }, (_, n) => ({
    body_hash: '',
    status: 'delivered' as const,
    stock_taken: false,
    subtotal_cents: 500 as Cents,
    delivery_cents: 0 as Cents,
    total_cents: 500 as Cents,
    receipt_secret: `${batch}-${n}`,
    pickup_location: 'farm_store' as const,
    customer_name: 'Ada Miller',
    customer_email: 'ada@example.com',
    delivery_method: 'pickup' as const,
    created_at: '2026-11-18T18:00:00.000Z',
  }))
}

/** Another program that locks the shop's database until killed. */
async function aHolder(file: string) {
  const source = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
    database.exec('begin immediate'); console.log('held'); setInterval(() => {}, 1000)`
  const program = spawn(process.execPath, ['-e', source, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill('SIGKILL'))
  await once(program.stdout, 'data')
  return program
}

describe('what is overdue', () => {
  const PUT_OFF: Record<Overdue, (its: AShop) => Promise<unknown>> = {
    capture: ({ db }) =>
      write(db, (tx) => tx.updateTable('payments').set({ state: 'capturing' }).execute()),
    release: ({ db }) =>
      write(db, (tx) =>
        tx
          .updateTable('payments')
          .set({ state: 'canceling', captured_cents: 0 as Cents })
          .execute(),
      ),
    refund: async ({ db, clock }) => {
      const { id } = await db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
      const about = {
        id: 'one',
        payment_id: id,
        amount_cents: 100 as Cents,
        reason: '',
        restock: false,
      }
      const state = { state: 'requested' as const, provider_refund_id: null, error_message: null }
      const created_at = clock.now.toISOString()
      return write(db, (tx) =>
        tx
          .insertInto('refunds')
          .values({ ...about, ...state, created_at })
          .execute(),
      )
    },
    mail: ({ db }) =>
      write(db, (tx) =>
        tx.updateTable('outbox').set({ sent_at: null, given_up_at: null }).execute(),
      ),
    backup: ({ db, clock }) =>
      write(db, (tx) => setValue(tx, 'next_backup', clock.now.toISOString())),
    copy: ({ db, clock }) =>
      write(db, (tx) => setValue(tx, 'last_backup', clock.now.toISOString())),
  }

  const SAID: Record<Overdue, string> = {
    capture: 'payments wait for the card provider',
    release: 'payments wait for the card provider',
    refund: 'refunds wait for the card provider',
    mail: 'mails wait',
    backup: 'the night’s backup is overdue',
    copy: 'the last backup was not copied off this machine',
  }

  const NONE = { desk: [], figures: [], status: 200, warnings: [] }

  async function readWarnings(its: AShop) {
    const headers = { cookie: await signIn(its) }
    const desk = (await its.inject({ url: '/api/admin/notices', headers })).json().overdue
    const text = await figuresOf(its)
    const figures = OVERDUE.filter(
      (what) => sample(text, `farmstand_overdue{what="${what}"}`) === 1,
    )
    const ready = await its.inject({ url: '/readyz' })
    const lines = ready.body.split('\n').filter((line) => /wait|overdue|copied/.test(line))
    const warnings = lines.map((line) => line.replace('warning: ', ''))
    return { desk, figures, status: ready.statusCode, warnings }
  }

  test.each(OVERDUE)(
    'is said alike at the desk, in the figures and in /readyz: %s',
    async (what) => {
      const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'farm@example.com' }
      const its = await aShop({ env: { ...WATCHED, ...mail, BACKUP_COMMAND: 'true' } })
      await aKeyedBuyer(its).buy(orderBody([[await aProduct(its.db), 1]]))
      await its.settled()
      await write(its.db, (tx) =>
        tx
          .updateTable('outbox')
          .set({ sent_at: its.clock.now.toISOString(), given_up_at: null })
          .execute(),
      )
      await PUT_OFF[what](its)
      expect(await readWarnings(its)).toEqual(NONE)
      const minutes = { mail: 11, backup: 121, copy: 121 }[what as string] ?? 61
      its.clock.now = new Date(its.clock.now.getTime() + minutes * 60_000)
      expect(await readWarnings(its)).toEqual({
        desk: [what],
        figures: [what],
        status: 200,
        warnings: [SAID[what]],
      })
    },
  )

  test('is the mail of market days as well, and one of them that failed is sent again at the desk', async () => {
    const env = { ...WATCHED, SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'farm@example.com' }
    const its = await aShop({ env })
    await aKeyedBuyer(its).buy(orderBody([[await aProduct(its.db), 1]]))
    await its.settled()
    const { id: order_id, market_day_id } = await its.db
      .selectFrom('orders')
      .select(['id', 'market_day_id'])
      .executeTakeFirstOrThrow()
    const at = its.clock.now.toISOString()
    const day = { queue: 'days' as const, recipient: 'ada@example.com', order_id, market_day_id }
    await write(its.db, async (tx) => {
      const kinds = ['ready', 'reminder', 'moved', 'day_message'] as const
      const about = (kind: string) => (kind === 'moved' || kind === 'day_message' ? 'one' : '')
      const mails = kinds.map((kind) => ({ ...day, kind, about: about(kind) }))
      await queueMails(tx, mails, its.clock.now)
      const ends = { given_up_at: at, last_error: 'no such mailbox' }
      const end = (kind: (typeof kinds)[number], more: object) =>
        tx
          .updateTable('outbox')
          .set({ ...ends, ...more })
          .where('kind', '=', kind)
          .execute()
      await end('ready', {})
      await end('reminder', { not_after: at })
      await end('moved', { last_error: null })
      await tx.deleteFrom('outbox').where('kind', '=', 'order_confirmed').execute()
    })
    const headers = { cookie: await signIn(its), accept: 'application/json' }
    const text = await figuresOf(its)
    const figures = ['mails_waiting', 'mails_given_up'].flatMap((name) =>
      ['orders', 'days', 'letters'].map((of) => sample(text, `farmstand_${name}{queue="${of}"}`)),
    )
    expect(figures).toEqual([0, 1, 0, 0, 1, 0])
    const notices = await its.inject({ url: '/api/admin/notices', headers })
    expect(notices.json()).toMatchObject({ givenUpMails: 1, givenUpReplies: 0 })
    const list = (await its.inject({ url: '/api/mails', headers })).json<Mail[]>()
    const states = ['waiting', 'dropped', 'given-up', 'given-up']
    expect(list.map(({ state }) => state)).toEqual(states)
    const ready = list.at(-1)?.id
    const again = await its.inject({ method: 'POST', url: `/api/mails/${ready}/resend`, headers })
    expect([again.statusCode, again.json().error]).toEqual([200, null])
    const after = await its.inject({ url: '/api/admin/notices', headers })
    expect(after.json().givenUpMails).toBe(0)
    its.clock.now = new Date(its.clock.now.getTime() + 61 * 60_000)
    expect(await readWarnings(its)).toMatchObject({
      desk: ['mail'],
      figures: ['mail'],
      warnings: [SAID.mail],
    })
  })

  test('is not the mail of a shop that has none set up', async () => {
    const its = await aShop({ env: WATCHED })
    await aKeyedBuyer(its).buy(orderBody([[await aProduct(its.db), 1]]))
    await its.settled()
    its.clock.now = new Date(its.clock.now.getTime() + 121 * 60_000)
    expect(await readWarnings(its)).toEqual(NONE)
  })
})

describe('what keeps orders from being taken, or makes their days doubtful, is said alike at the desk, in the figures and in /readyz:', () => {
  async function readFaultsOf(its: AShop) {
    const headers = { cookie: await signIn(its) }
    const notices = await its.inject({ url: '/api/admin/notices', headers })
    const text = await figuresOf(its)
    const figures = FAULTS.filter((what) => sample(text, `farmstand_fault{what="${what}"}`) === 1)
    const ready = await its.inject({ url: '/readyz' })
    return {
      desk: notices.json().faults as string[],
      ...{ figures, up: sample(text, 'farmstand_database_up') },
      ...{ status: ready.statusCode, says: ready.body.split('\n') },
    }
  }

  const NOTHING = { desk: [], figures: [], up: 1, status: 200, says: ['ready'] }

  test('nothing, where nothing is wrong', async () => {
    expect(await readFaultsOf(await aShop({ env: WATCHED }))).toEqual(NOTHING)
  })

  test.skipIf(inject('postgresUrl'))(
    'a database that another program holds, before any order was refused and until it is free',
    async () => {
      const its = await aShop({ env: WATCHED })
      // Sign in first: signing in writes.
      const headers = { cookie: await signIn(its) }
      const program = await aHolder(join(its.config.dataDir, 'shop.db'))
      const ready = await its.inject({ url: '/readyz' })
      const said = [ready.statusCode, ready.body.split('\n')[0]]
      expect(said).toEqual([503, 'another program holds the database'])
      const notices = await its.inject({ url: '/api/admin/notices', headers })
      expect(notices.json().faults).toEqual(['database-held'])
      const text = await figuresOf(its)
      expect(sample(text, 'farmstand_fault{what="database-held"}')).toBe(1)
      expect(sample(text, 'farmstand_database_up')).toBe(0)
      program.kill('SIGKILL')
      await once(program, 'exit')
      await expect
        .poll(async () => (await its.inject({ url: '/readyz' })).body)
        .toBe(
          'ready\nwarning: a write failed within the last minute: another program holds the database',
        )
      expect(await readFaultsOf(its)).toMatchObject({ desk: [], figures: [], up: 1 })
    },
  )

  test('a refused card key, from the start on and within a minute, until it is taken', async () => {
    const stripe = await aStripeStandIn()
    stripe.refusesKey = true
    const its = await aShop({ stripe, env: WATCHED })
    const round = async () => {
      await runJobs(its.shop)
      await its.settled()
      its.clock.now = new Date(its.clock.now.getTime() + 60_000)
    }
    await round()
    const words = 'warning: the card provider refuses the shop’s key'
    const refused = { desk: ['card-key'], figures: ['card-key'], up: 1, status: 200 }
    expect(await readFaultsOf(its)).toEqual({ ...refused, says: ['ready', words] })
    stripe.refusesKey = false
    await round()
    expect(await readFaultsOf(its)).toEqual(NOTHING)
    stripe.refusesKey = true
    await round()
    expect(await readFaultsOf(its)).toEqual({ ...refused, says: ['ready', words] })
  })

  const WRONG = {
    ...{ desk: ['clock'], figures: ['clock'], up: 1, status: 200 },
    says: ['ready', 'warning: the clock may be wrong'],
  }

  test.skipIf(isShortOnPostgres()).each([-400 * DAY, -61 * 60_000])(
    'a clock %d ms behind the newest order, until it is right',
    async (ms) => {
      const its = await aShop({ env: WATCHED })
      await aKeyedBuyer(its).buy(orderBody([[await aProduct(its.db), 1]]))
      await its.settled()
      const right = its.clock.now
      its.clock.now = new Date(right.getTime() + ms)
      expect(await readFaultsOf(its)).toEqual(WRONG)
      its.clock.now = right
      expect(await readFaultsOf(its)).toEqual(NOTHING)
    },
  )

  test.each([
    ['400 days ahead of the last round', 400 * DAY, 'clock'],
    ['25 hours ahead of it', 25 * HOUR, 'clock'],
    ['23 hours ahead of it', 23 * HOUR, null],
    ['400 days behind it', -400 * DAY, 'clock'],
  ] as const)('a clock that is, at a start, %s', async (_, ms, fault) => {
    const its = await aShop({ env: WATCHED })
    const right = its.clock.now
    await runJobs(its.shop)
    its.clock.now = new Date(right.getTime() + ms)
    await doubtClock(its.db, its.clock.now)
    await runJobs(its.shop)
    expect(await readFaultsOf(its)).toEqual(fault ? WRONG : NOTHING)
    // Put right, or a day later, when whoever looks after the shop has let it stand.
    for (const later of [right.getTime() + 60_000, right.getTime() + ms + DAY + 1]) {
      its.clock.now = new Date(later)
      expect((await readFaultsOf(its)).desk).toEqual([])
    }
  })
})

// What it asks the database is asked by the tests above.
describe.skipIf(isShortOnPostgres())('/readyz', () => {
  const plenty = {
    isStopping: () => false,
    freeBytes: async () => 10e9,
    backupBytes: null,
    picturesAnswer: async () => true,
    writing: async () => ({ fault: null, lately: null }),
  }

  test('is ready, and says what somebody should look at', async () => {
    const its = await aShop()
    expect(await readiness(its.shop, plenty)).toEqual({ missing: [], warnings: [] })
    const answer = await its.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.body.split('\n')[0]]).toEqual([200, 'ready'])
  })

  test('sells on with little room left, and warns', async () => {
    const its = await aShop()
    for (const [bytes, warnings] of [
      [500e6, []],
      [499e6, ['the disk is nearly full']],
      [1e6, ['the disk is nearly full']],
    ] as const) {
      const around = { ...plenty, freeBytes: async () => bytes }
      expect(await readiness(its.shop, around)).toEqual({ missing: [], warnings })
    }
  })

  test('is not ready while nothing can be written, and warns for a minute after', async () => {
    const its = await aShop()
    const look = (writing: Writing) =>
      readiness(its.shop, { ...plenty, writing: async () => writing })
    expect((await look({ fault: 'disk-full', lately: null })).missing).toEqual(['the disk is full'])
    expect(await look({ fault: null, lately: 'database-held' })).toEqual({
      missing: [],
      warnings: ['a write failed within the last minute: another program holds the database'],
    })
  })

  test('warns of a full or missing disk of backups, and of a store of pictures that is away', async () => {
    const its = await aShop()
    const warned = async (trouble: object) =>
      (await readiness(its.shop, { ...plenty, ...trouble })).warnings
    expect(await warned({ backupBytes: async () => 10e9 })).toEqual([])
    expect(await warned({ backupBytes: async () => 40e6 })).toEqual([
      'the disk of the backups is nearly full',
    ])
    expect(await warned({ backupBytes: () => Promise.reject(new Error('ENOENT')) })).toEqual([
      'the folder of backups cannot be read',
    ])
    expect(await warned({ picturesAnswer: async () => false })).toEqual([
      'the store of pictures does not answer',
    ])
  })

  test('is not ready without its data folder', async () => {
    const its = await aShop()
    const around = { ...plenty, freeBytes: () => Promise.reject(new Error('ENOENT')) }
    expect((await readiness(its.shop, around)).missing).toEqual(['the data folder cannot be read'])
  })

  test('warns of a backup that failed, until one is kept', async () => {
    const its = await aShop()
    await write(its.db, (tx) => setValue(tx, 'backup_alert', '{"message":"no room"}'))
    expect(await readiness(its.shop, plenty)).toEqual({
      missing: [],
      warnings: ['the last backup failed'],
    })
    await write(its.db, (tx) => deleteValue(tx, 'backup_alert'))
    expect((await readiness(its.shop, plenty)).warnings).toEqual([])
    const hoursAgo = (hours: number) =>
      new Date(its.clock.now.getTime() - hours * HOUR).toISOString()
    await write(its.db, (tx) => setValue(tx, 'next_backup', hoursAgo(1)))
    expect((await readiness(its.shop, plenty)).warnings).toEqual([])
    await write(its.db, (tx) => setValue(tx, 'next_backup', hoursAgo(3)))
    expect((await readiness(its.shop, plenty)).warnings).toEqual(['the night’s backup is overdue'])
  })

  test('is not ready once the shop is closing, while the shop still serves', async () => {
    const its = await aShop()
    its.announceStop()
    const answer = await its.inject({ url: '/readyz' })
    expect([answer.statusCode, answer.body]).toEqual([503, 'the shop is closing'])
    expect((await its.inject({ url: '/api/products' })).statusCode).toBe(200)
    expect((await its.inject({ url: '/healthz' })).body).toBe('alive')
  })
})

test('the desk hears how much is left on a disk that is nearly full', async () => {
  expect(await scarceMegabytes(async () => 312.9e6)).toBe(312)
  expect(await scarceMegabytes(async () => 500e6)).toBe(null)
  expect(await scarceMegabytes(() => Promise.reject(new Error('gone')))).toBe(null)
})
