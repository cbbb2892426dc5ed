import { expect, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { someOf } from '#tests/length-of-run.ts'
import {
  aStripeBuyer,
  deliver,
  whatIsWrongAtStripe,
} from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { aStripeStandIn, type StandIn } from '#tests/stripe-stand-in/stand-in.ts'

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]]
  return things.flatMap((first, index) =>
    permutations(things.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  )
}

/** Every fifth of the 120 event orders; all in a long run. */
const STEP = 5

const LIFE = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'refund.created',
  'charge.refunded',
  'refund.updated',
] as const

const STEPS = ['confirm', 'order', 'webhook', 'again', 'gone'] as const
type Place = { shop: AShop; stripe: StandIn; eggs: Product }

/** Runs one buyer's steps while Stripe keeps sending; returns whether the money was held. */
async function walk(
  { shop, stripe, eggs }: Place,
  steps: readonly (typeof STEPS)[number][],
): Promise<boolean> {
  const before = stripe.events.length
  const body = orderBody([[eggs, 1]])
  const buyer = aStripeBuyer(shop, stripe)
  const intent = await buyer.createIntent(body)
  let [isHere, isHeld] = [true, false]
  const deliverAll = async () => {
    for (const event of stripe.events.slice(before)) await deliver(shop, stripe, event)
  }
  for (const step of steps) {
    if (step === 'gone') isHere = false
    if (step === 'confirm' && isHere) isHeld = 'status' in (await buyer.confirm(intent))
    if (step === 'order' && isHere) await buyer.placeOrder(body)
    if (step === 'webhook' || step === 'again') await deliverAll()
  }
  await deliverAll()
  await deliverAll()
  return isHeld
}

test('whatever order confirming, ordering, two webhooks and a closed page come in, a held payment is one order, one capture, one mail', {
  timeout: 120_000,
}, async () => {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe })
  const eggs = await aProduct(shop.db, { price: 500, stock: 200 })
  const ways = someOf(permutations(STEPS), STEP)
  let held = 0
  for (const steps of ways) if (await walk({ shop, stripe, eggs }, steps)) held++
  await shop.settled()
  expect(held).toBe(ways.filter((steps) => steps.indexOf('confirm') < steps.indexOf('gone')).length)
  const rows = async (table: 'orders' | 'outbox') =>
    (await shop.db.selectFrom(table).selectAll().execute()).length
  expect([await rows('orders'), await rows('outbox')]).toEqual([held, held])
  const captured = stripe.events.filter(({ type }) => type === 'payment_intent.succeeded')
  expect(captured).toHaveLength(held)
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('the five events of a payment’s whole life end in the same books, in every order', {
  timeout: 120_000,
}, async () => {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe })
  const eggs = await aProduct(shop.db, { price: 500, stock: 10 })
  const buyer = aStripeBuyer(shop, stripe)
  await buyer.buy(orderBody([[eggs, 2]]))
  const farmer = atSettledDesk(shop)
  await farmer('PUT', '/api/orders/1/status', { status: 'cancelled' })
  const life = LIFE.flatMap((kind) => stripe.events.find(({ type }) => type === kind) ?? [])
  expect(life).toHaveLength(LIFE.length)
  const books = async () => ({
    order: (await farmer('GET', '/api/orders')).json(),
    stock: await shop.db.selectFrom('products').select('stock').execute(),
    refunds: await shop.db.selectFrom('refunds').selectAll().execute(),
    mails: await shop.db.selectFrom('outbox').selectAll().execute(),
  })
  const after = await books()
  for (const order of someOf(permutations(life), STEP))
    for (const event of order) await deliver(shop, stripe, event)
  expect(await books()).toEqual(after)
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})
