import type { FastifyRequest } from 'fastify'
import { checkouts } from '#contract/checkouts.ts'
import type { Basket } from '#contract/orders.ts'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { addressOf } from '#server/http/address-key.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import { Refusal } from '#server/http/errors.ts'
import { type App, type Call, serve } from '#server/http/serve.ts'
import { serveRaw } from '#server/http/serve-raw.ts'
import { WEBHOOK_PATH } from '#server/outside/stripe-webhook.ts'
import type { Shop } from '#server/shop.ts'
import type { Asker, CheckoutLimits } from './checkout-limits.ts'
import { createIntent } from './create-intent.ts'
import { hearStripe, type ListeningStripe } from './hear-stripe.ts'
import { orderOfCheckout, placeOrder } from './place-order.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'
import { resumeCheckout } from './resume-checkout.ts'
import { authenticateSandbox, confirmSandbox } from './sandbox-steps.ts'

const VISITOR = 'fm_visitor'

/** How long a browser is known to its own literal payments, in seconds. */
const VISITOR_AGE = 24 * 60 * 60

/** The longest event that Stripe may tell of, in bytes. */
const LONGEST_EVENT = 256 * 1024

/** What checkouts need beside the shop. */
type Counter = { cookies: CookieJar; limits: CheckoutLimits }

export async function checkoutRoutes(app: App, shop: Shop, { cookies, limits }: Counter): Promise<void> {
  serve(app, payments.createIntent, async ({ body }, call) => {
    const { customer_name, customer_email } = body
    refuseCardNumbers({ customer_name, customer_email, ...textsOf(body.basket, 'basket.orderData') })
    const asker = { visitor: hashOf(meetVisitor(call, cookies)), address: addressOf(call.request) }
    await limits.count(asker)
    const buyer = { checkoutKey: body.checkout_key ?? null, visitorHash: asker.visitor }
    const payer = limits.areOn ? { ...buyer, address: asker.address } : buyer
    const request = { amount: body.amount, method: body.payment_method_id, basket: body.basket ?? null }
    return countingDeclines(limits, asker, () => createIntent(shop, payer, request))
  })
  serve(app, orders.place, ({ body }, { request }) => {
    limits.countOrder(addressOf(request))
    refuseCardNumbers(textsOf(body, 'orderData'))
    const secret = cookies.read(request, VISITOR)
    const buyer = { checkoutKey: body.checkout_key ?? null, visitorHash: secret && hashOf(secret) }
    return placeOrder(shop, buyer, { orderData: body.orderData, items: body.items })
  })
  serve(app, orders.ofCheckout, ({ params }) => orderOfCheckout(shop, params.checkout_key))
  serve(app, checkouts.resume, ({ params }, { request }) => {
    limits.countOrder(addressOf(request))
    return resumeCheckout(shop, params.checkout_key)
  })
  serve(app, payments.config, async () => {
    const { name, livemode, publishableKey } = shop.payments
    return { provider: name, livemode, publishableKey }
  })
  const { readEvent } = shop.stripe ?? {}
  if (shop.stripe && readEvent) {
    const handle = heardBy(shop, { ...shop.stripe, readEvent, declined: limits.declined })
    await serveRaw(app, { path: WEBHOOK_PATH, limit: LONGEST_EVENT, handle })
  }
  if (!shop.sandbox) return
  const { sandbox } = shop
  const steps = { limits, cookies }
  serve(app, payments.sandboxConfirm, ({ body }, call) =>
    countStep(steps, call, confirmSandbox(sandbox, body.client_secret)),
  )
  serve(app, payments.sandboxAuthenticate, ({ body }, call) =>
    countStep(steps, call, authenticateSandbox(sandbox, body.client_secret, body.outcome)),
  )
}

async function countingDeclines<T>(limits: CheckoutLimits, asker: Asker, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment-declined') await limits.declined(asker)
    throw error
  }
}

/** A card that the sandbox declines in the browser's step counts as one declined here. */
async function countStep<T extends object>(
  { limits, cookies }: Counter,
  { request }: Call,
  step: Promise<T>,
): Promise<T> {
  const answer = await step
  const secret = cookies.read(request, VISITOR)
  if ('error' in answer) await limits.declined({ visitor: secret ? hashOf(secret) : '', address: addressOf(request) })
  return answer
}

function heardBy(shop: Shop, stripe: ListeningStripe) {
  return (body: Buffer, { headers }: FastifyRequest) =>
    hearStripe(shop, stripe, { body, signature: String(headers['stripe-signature'] ?? '') })
}

/** The browser's secret, made at its first payment. */
function meetVisitor({ request, reply }: Call, cookies: CookieJar): string {
  const known = cookies.read(request, VISITOR)
  if (known) return known
  const secret = newSecret()
  cookies.set(reply, VISITOR, secret, { maxAge: VISITOR_AGE, sameSite: 'lax' })
  return secret
}

/** The free text of an order, by field. */
function textsOf(basket: Basket | undefined, at: string): Record<string, string | null> {
  if (!basket) return {}
  const { customerName, customerEmail, customerPhone, notes, shippingAddress } = basket.orderData
  return {
    [`${at}.customerName`]: customerName,
    [`${at}.customerEmail`]: customerEmail,
    [`${at}.customerPhone`]: customerPhone,
    [`${at}.notes`]: notes,
    [`${at}.shippingAddress.address`]: shippingAddress?.address ?? null,
    [`${at}.shippingAddress.city`]: shippingAddress?.city ?? null,
  }
}
