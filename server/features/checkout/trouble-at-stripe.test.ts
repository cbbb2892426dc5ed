import { describe, expect, test } from 'vitest'
import { cents } from '#contract/money/money.ts'
import { DAY, HOUR, MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { readPeriod } from '#server/features/analytics/read-period.ts'
import { runJobs } from '#server/jobs.ts'
import { readTrouble } from '#server/watch/trouble-queries.ts'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { aStripeBrowser } from '#tests/stripe-stand-in/a-browser.ts'
import { aStripeBuyer, deliver } from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { sign } from '#tests/stripe-stand-in/signed-event.ts'
import { aStripeStandIn, type StandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { workHere } from '#tests/work-here.ts'
import { fetchFees } from './fetch-fees.ts'
import { watchWebhook } from './webhooks.ts'

async function aStripeShop(env: Record<string, string> = {}) {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe, env })
  workHere(shop)
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 100 })
  return { stripe, shop, body: orderBody([[eggs, 3]]) }
}

function later(shop: AShop, ms: number): void {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms)
}

async function deliverAll(shop: AShop, stripe: StandIn): Promise<void> {
  for (const event of stripe.events.splice(0))
    expect((await deliver(shop, stripe, event)).statusCode).toBe(200)
  await shop.settled()
}

async function noticeOf(shop: AShop): Promise<string | null> {
  return (await atSettledDesk(shop)('GET', '/api/admin/notices')).json().providerAlert
}

/** Their statements come from other payments too: on PostgreSQL in the long form. */
const onSqlite = test.skipIf(isShortOnPostgres())

describe('a card that is declined in the browser counts as one declined here:', () => {
  onSqlite(
    'after five, its visitor is asked to wait, however many checkouts they were tried in',
    async () => {
      const { stripe, shop, body } = await aStripeShop({ LIMITS: 'on' })
      const answers: number[] = []
      const browser = aStripeBrowser(stripe)
      const buyer = aBareBuyer(shop, 'pm_card_chargeDeclined')
      for (let tried = 0; tried < 8; tried++) {
        const intent = await buyer.createIntent(body, cents(1500 + tried))
        answers.push(intent.statusCode)
        if (intent.statusCode === 200) await browser.confirm(intent.json().client_secret)
        await deliverAll(shop, stripe)
        later(shop, 10_000)
      }
      expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    },
  )

  onSqlite('an event that is told five times is one decline', async () => {
    const { stripe, shop, body } = await aStripeShop({ LIMITS: 'on' })
    const buyer = aStripeBuyer(shop, stripe, { card: 'pm_card_chargeDeclined' })
    await buyer.confirm(await buyer.createIntent(body))
    const failed = stripe.events.filter(({ type }) => type === 'payment_intent.payment_failed')
    for (const event of [...failed, ...failed, ...failed, ...failed, ...failed, ...failed])
      await deliver(shop, stripe, event)
    expect(
      (await shop.db.selectFrom('payments').select('declines').execute()).map(
        (row) => row.declines,
      ),
    ).toEqual([1])
    expect((await buyer.createIntent(body)).statusCode).toBe(200)
  })
})

describe('a key that Stripe refuses', () => {
  onSqlite(
    'ends the payment at once, is told once to the log, and the same cart pays when it is taken',
    async () => {
      const { stripe, shop, body } = await aStripeShop()
      const told: string[] = []
      shop.shop.report = (what) => void told.push(what)
      const buyer = aStripeBuyer(shop, stripe)
      stripe.refusesKey = true
      for (let tried = 0; tried < 2; tried++) {
        const { statusCode, body: words } = await buyer.createIntent(body)
        expect([statusCode, words]).toEqual([
          503,
          expect.stringContaining('Card payments are unavailable right now.'),
        ])
      }
      const states = await shop.db.selectFrom('payments').select('state').execute()
      expect(states.map(({ state }) => state)).toEqual(['canceled', 'canceled'])
      expect(told).toEqual(['use the card key'])
      stripe.refusesKey = false
      expect((await buyer.buy(body)).statusCode).toBe(201)
    },
  )
})

describe('the webhook', () => {
  /** Acts like a shop with live keys; the stand-in takes only test keys. */
  const live = (shop: AShop) => {
    Object.assign(shop.shop.payments, { livemode: true })
    return shop
  }

  onSqlite.each<[string, (stripe: StandIn) => void, RegExp | null]>([
    ['that is right says nothing', () => {}, null],
    ['that is missing', ({ endpoints }) => endpoints.splice(0), /no endpoint ends in/],
    [
      'that is switched off',
      ({ endpoints: [one] }) => one && Object.assign(one, { status: 'disabled' }),
      /no endpoint/,
    ],
    [
      'that hears too little',
      ({ endpoints: [one] }) => one && Object.assign(one, { enabled_events: ['charge.refunded'] }),
      /does not get .*payment_intent.payment_failed/,
    ],
  ])('of live keys %s', async (_, change, notice) => {
    const { stripe, shop } = await aStripeShop()
    change(stripe)
    await watchWebhook(live(shop).shop)
    expect((await readTrouble(shop.db)).webhookAlert).toBe(notice !== null)
    if (notice) expect(await noticeOf(shop)).toMatch(notice)
  })

  test('of test keys is not looked at', async () => {
    const { stripe, shop } = await aStripeShop()
    stripe.endpoints.splice(0)
    await watchWebhook(shop.shop)
    expect(await noticeOf(shop)).toBeNull()
  })

  test('whose signatures are wrong three times in a row is told, until a right one comes', async () => {
    const { stripe, shop, body } = await aStripeShop()
    await aStripeBuyer(shop, stripe).buy(body)
    const [event] = stripe.events
    if (!event) throw new Error('Nothing was told.')
    const wrong = sign('{}', 'whsec_of_another_endpoint', shop.clock.now)
    const post = () =>
      shop.inject({ method: 'POST', url: '/api/payments/stripe/webhook', ...wrong })
    for (const _ of [1, 2]) expect((await post()).statusCode).toBe(400)
    expect(await noticeOf(shop)).toBeNull()
    expect((await post()).statusCode).toBe(400)
    expect(await noticeOf(shop)).toContain('STRIPE_WEBHOOK_SECRET')
    await deliver(shop, stripe, event)
    expect(await noticeOf(shop)).toBeNull()
  })

  test('that says nothing for days although cards were paid is told', async () => {
    const { stripe, shop, body } = await aStripeShop()
    await aStripeBuyer(shop, stripe).buy(body)
    await write(shop.db, (tx) => tx.updateTable('payments').set({ livemode: true }).execute())
    await watchWebhook(live(shop).shop)
    expect(await noticeOf(shop)).toBeNull()
    later(shop, 3 * DAY + MINUTE)
    await watchWebhook(shop.shop)
    expect(await noticeOf(shop)).toContain('Stripe has sent nothing so far')
  })
})

describe('what Stripe keeps of a payment', () => {
  const feesOf = async (shop: AShop) => {
    const query = { from: '2026-01-01', to: '2026-12-31' }
    const read = readPeriod(shop.db, { query, now: shop.clock.now, livemode: true })
    const { taken, fees, net, untold } = (await read).money
    return { taken, fees, net, untold }
  }

  test('is asked for later, once it can be told, and counts on the day of the payment', async () => {
    const { stripe, shop, body } = await aStripeShop()
    await aStripeBuyer(shop, stripe).buy(body)
    await shop.settled()
    await fetchFees(shop.shop)
    expect(await shop.db.selectFrom('payments').select('fee_asks').execute()).toEqual([
      { fee_asks: 0 },
    ])
    await write(shop.db, (tx) => tx.updateTable('payments').set({ livemode: true }).execute())
    Object.assign(shop.shop.payments, { livemode: true })
    expect(await feesOf(shop)).toEqual({ taken: 15, fees: 0, net: 15, untold: 1 })
    later(shop, 2 * MINUTE)
    const charge = stripe.till.chargesOf([...stripe.till.intents.keys()][0] ?? '')[0]
    Object.assign(charge ?? {}, { captured: false })
    await fetchFees(shop.shop)
    Object.assign(charge ?? {}, { captured: true })
    const requested = stripe.calls.length
    await fetchFees(shop.shop)
    expect(stripe.calls).toHaveLength(requested)
    expect((await feesOf(shop)).untold).toBe(1)
    later(shop, 61 * MINUTE)
    await fetchFees(shop.shop)
    expect(await feesOf(shop)).toEqual({ taken: 15, fees: 0.74, net: 14.26, untold: 0 })
    const answered = stripe.calls.length
    later(shop, 2 * HOUR)
    await fetchFees(shop.shop)
    expect(stripe.calls).toHaveLength(answered)
  })
})

describe('a dispute', () => {
  const flags = async ({ db }: AShop) =>
    (await db.selectFrom('orders').select('disputed_at').execute()).map(
      (row) => row.disputed_at !== null,
    )

  test.each(['told', 'not told'])(
    'that is %s is flagged, and ends with the bank’s word',
    async (how) => {
      const { stripe, shop, body } = await aStripeShop()
      for (const _ of [1, 2]) await aStripeBuyer(shop, stripe).buy(body)
      const [won = '', lost = ''] = stripe.till.intents.keys()
      stripe.events.splice(0)
      const catchUp = async () => {
        if (how === 'told') return deliverAll(shop, stripe)
        later(shop, DAY + 2 * MINUTE)
        await runJobs(shop.shop)
        await shop.settled()
      }
      const disputes = [stripe.till.dispute(won), stripe.till.dispute(lost)]
      await catchUp()
      expect(await flags(shop)).toEqual([true, true])
      stripe.till.endDispute(disputes[0]?.id ?? '', 'won')
      stripe.till.endDispute(disputes[1]?.id ?? '', 'lost')
      await catchUp()
      expect(await flags(shop)).toEqual([false, false])
      const alerted = await shop.db
        .selectFrom('payments')
        .select('intent_id')
        .where('alerted_at', 'is not', null)
        .execute()
      expect(alerted).toEqual([{ intent_id: lost }])
    },
  )
})
