import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#contract/time/durations.ts'
import { recentCounter } from '#server/core/sliding-window.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, cookieOf, PASSWORD, signIn } from '#tests/a-shop.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { runJobs } from './jobs.ts'

const RIGHT = '2026-11-18T18:00:00.000Z'

/** Each makes a backup in a process of its own; the first is the one that the wrong clock put off. */
const NIGHTS = IS_LONG ? 3 : 1

async function aWatchedShop() {
  const shop = await aShop({
    now: RIGHT,
    env: { LIMITS: 'on', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'farm@example.com' },
  })
  const sent: string[] = []
  let isAway = false
  shop.shop.mail = {
    send: async ({ subject }) => {
      if (isAway) throw new Error('away')
      sent.push(subject)
    },
    close: () => {},
  }
  const pass = (ms: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + ms)
  }
  const round = async () => {
    pass(MINUTE)
    await runJobs(shop.shop)
    await shop.settled()
  }
  const overdue = async () => {
    const headers = { cookie: await signIn(shop) }
    const notices = await shop.inject({ url: '/api/admin/notices', headers })
    return notices.json().overdue
  }
  const setAway = (away: boolean) => {
    isAway = away
  }
  return { shop, sent, setAway, pass, round, overdue }
}

const backupsOf = async ({ config }: AShop) =>
  (await readdir(config.backup.folder).catch(() => [])).filter((name) => /nightly/.test(name))

describe.each([400, -400])('a clock that was wrong by %i days for some minutes', (days) => {
  test('delays nothing: within two rounds work is done as ever, and nothing is said to be overdue', {
    timeout: 60_000,
  }, async () => {
    const { shop, sent, setAway, pass, round, overdue } = await aWatchedShop()
    const body = orderBody([[await aProduct(shop.db, { stock: 100 }), 1]])
    await round()
    pass(DAY)
    await round()
    expect(await backupsOf(shop)).toHaveLength(1)

    pass(days * DAY)
    setAway(true)
    await round()
    expect((await aKeyedBuyer(shop).buy(body)).statusCode).toBe(201)
    const left = aKeyedBuyer(shop)
    await left.createIntent(body)
    await round()
    await round()
    setAway(false)
    pass(-days * DAY)

    await round()
    await round()
    expect(await overdue()).toEqual([])
    expect(sent.filter((subject) => /order/i.test(subject)).length).toBeGreaterThan(0)
    const payments = await shop.db
      .selectFrom('payments')
      .select('state')
      .orderBy('created_at')
      .execute()
    expect(payments.map(({ state }) => state).sort()).toEqual(['canceled', 'captured'])
    for (let night = 1; night <= NIGHTS; night++) {
      const before = await backupsOf(shop)
      pass(DAY)
      await round()
      expect((await backupsOf(shop)).length, `night ${night}`).toBe(before.length + 1)
      expect(await overdue()).toEqual([])
    }
  })

  test('lets nobody in for longer than it would have, and refuses nobody for longer', async () => {
    const { shop, pass } = await aWatchedShop()
    pass(days * DAY)
    const session = await signIn(shop)
    const wrong = () =>
      shop.inject({
        method: 'POST',
        url: '/api/newsletter/subscribe',
        payload: { email: `${crypto.randomUUID()}@example.com` },
      })
    for (let one = 0; one < 20; one++) expect((await wrong()).statusCode).toBe(200)
    expect((await wrong()).statusCode).toBe(429)
    pass(-days * DAY)
    const asked = await shop.inject({ url: '/api/admin/session', headers: { cookie: session } })
    expect(asked.statusCode).toBe(401)
    expect((await wrong()).statusCode).toBe(200)
    const again = await shop.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: { password: PASSWORD },
    })
    expect([again.statusCode, cookieOf(again)]).toEqual([200, expect.stringMatching(/./)])
  })
})

test('the backup is overdue when the newest is older than 26 hours, whatever is due next', async () => {
  const { pass, round, overdue } = await aWatchedShop()
  await round()
  pass(DAY)
  await round()
  expect(await overdue()).toEqual([])
  pass(26 * HOUR)
  expect(await overdue()).toEqual(['backup'])
})

test('what is counted at a time that has not come is not counted', () => {
  const counter = recentCounter(HOUR)
  counter.add('somebody', 400 * DAY)
  expect(counter.times('somebody', DAY)).toEqual([])
})
