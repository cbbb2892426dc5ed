import { describe, expect, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { runJobs } from '#server/jobs.ts'
import { orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { someOf } from '#tests/length-of-run.ts'
import {
  aStripeBuyer,
  deliver,
  whatIsWrongAtStripe,
} from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { workHere } from '#tests/work-here.ts'
import { checkBooks } from '../books/check-books.ts'

/** What every order here costs, in cents. */
const PAID = 1500

/**
 * `stripe`: the owner refunds at Stripe. `event`: all that Stripe has sent about this order
 * arrives. `desk`: the farmer acts.
 */
type Step = 'stripe' | 'event' | 'desk' | 'desk, with Stripe in the middle'

const ORDERS: Step[][] = [
  ['stripe', 'desk'],
  ['stripe', 'event', 'desk'],
  ['stripe', 'desk', 'event'],
  ['stripe', 'event', 'event', 'desk'],
  ['stripe', 'event', 'desk', 'event'],
  ['stripe', 'desk', 'event', 'event'],
  ['desk', 'stripe'],
  ['desk', 'stripe', 'event'],
  ['desk', 'stripe', 'event', 'event'],
  ['desk', 'event', 'stripe', 'event'],
  ['desk, with Stripe in the middle'],
  ['desk, with Stripe in the middle', 'event'],
  ['desk, with Stripe in the middle', 'event', 'event'],
]

/** At the desk: cancel, or refund this many dollars. */
const DESKS = ['cancel', 5, 12, 15] as const

const AMOUNTS = [PAID, 500]

const CASES = DESKS.flatMap((desk) => AMOUNTS.map((atStripe) => ({ desk, atStripe })))

async function aPaidShop() {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe })
  workHere(shop)
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 500 })
  const headers = { cookie: await signIn(shop) }
  const ask = (method: 'PUT' | 'POST', url: string, payload: object) =>
    shop.inject({ method, url, headers, payload })
  const body = orderBody([[eggs, 3]])
  const buy = async () => {
    const { id } = (await aStripeBuyer(shop, stripe).buy(body)).json()
    const { intent_id } = await shop.db
      .selectFrom('payments')
      .select('intent_id')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    return { id: Number(id), intent: intent_id ?? '' }
  }
  const desk = async (id: number, action: (typeof DESKS)[number]) => {
    const answer =
      action === 'cancel'
        ? await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
        : await ask('POST', `/api/orders/${id}/refunds`, { amount: action, reason: 'So it goes' })
    await shop.settled()
    return answer
  }
  /** Long enough for everything that takes a minute or a day. */
  const days = async () => {
    shop.clock.now = new Date(shop.clock.now.getTime() + DAY + 120_000)
    await runJobs(shop.shop)
    await shop.settled()
  }
  return { stripe, shop, buy, desk, days }
}

type Its = Awaited<ReturnType<typeof aPaidShop>>

/** Returns what the customer was promised, in cents. */
async function walk(its: Its, steps: readonly Step[], { desk, atStripe }: (typeof CASES)[number]) {
  const { stripe, shop } = its
  const { id, intent } = await its.buy()
  const first = stripe.events.length
  let [promised, givenThere] = [0, 0]
  const giveBack = () => {
    const left = PAID - stripe.till.refundsOf(intent).reduce((sum, { amount }) => sum + amount, 0)
    if (left < atStripe) return
    stripe.till.refund({ payment_intent: intent, amount: atStripe })
    givenThere = atStripe
  }
  const act = async () => {
    const { statusCode } = await its.desk(id, desk)
    expect([200, 201, 409]).toContain(statusCode)
    if (statusCode !== 409) promised = desk === 'cancel' ? PAID : desk * 100
  }
  for (const step of steps) {
    if (step === 'stripe') giveBack()
    if (step === 'event') {
      const ours = stripe.events.slice(first).filter(({ type }) => /refund/.test(type))
      for (const event of ours) expect((await deliver(shop, stripe, event)).statusCode).toBe(200)
    }
    if (step === 'desk') await act()
    if (step === 'desk, with Stripe in the middle') {
      stripe.door = async (call, when) => {
        if (call === 'POST /v1/refunds' && when === 'before' && givenThere === 0) giveBack()
        return 'open'
      }
      await act()
      stripe.door = null
    }
  }
  const least = desk === 'cancel' && promised > 0 ? PAID : Math.min(PAID, promised + givenThere)
  return { id, intent, promised: least }
}

async function accountsOf({ stripe, shop }: Its, { id, intent }: { id: number; intent: string }) {
  const rows = await shop.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['provider_refund_id', 'refunds.amount_cents as amount', 'refunds.state as state'])
    .where('order_id', '=', id)
    .execute()
  const mails = await shop.db
    .selectFrom('outbox')
    .select('id')
    .where('order_id', '=', id)
    .where('kind', '=', 'refunded')
    .execute()
  const made = stripe.till.refundsOf(intent)
  return {
    books: rows.map((row) => `${row.provider_refund_id} ${row.amount} ${row.state}`).sort(),
    stripe: made.map((one) => `${one.id} ${one.amount} ${one.status}`).sort(),
    given: made.reduce((sum, { amount }) => sum + amount, 0),
    mails: mails.length,
  }
}

describe('a refund made at Stripe is counted once, and the customer ends with what was promised:', () => {
  test.each(CASES.map((its, turn) => ({ ...its, turn })))(
    '$atStripe cents at Stripe, at the desk $desk',
    async ({ turn, ...its }) => {
      const place = await aPaidShop()
      const walked = []
      for (const steps of someOf(ORDERS, 3, turn))
        walked.push({ steps, ...(await walk(place, steps, its)) })
      await place.days()
      for (const one of walked) {
        const found = await accountsOf(place, one)
        expect(found, one.steps.join(', ')).toEqual({
          books: found.stripe,
          stripe: found.stripe,
          given: one.promised,
          mails: found.stripe.length,
        })
      }
      expect(await whatIsWrongAtStripe(place.shop, place.stripe)).toEqual([])
      expect(await checkBooks(place.shop.db)).toEqual([])
    },
  )
})
