import type { FastifyRequest } from 'fastify'
import type { Basket } from '#contract/orders.ts'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import { type App, type Call, serve } from '#server/http/serve.ts'
import { serveRaw } from '#server/http/serve-raw.ts'
import type { StripePayments } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { createIntent } from './create-intent.ts'
import { hearStripe } from './hear-stripe.ts'
import { orderOfCheckout, placeOrder } from './place-order.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'
import { authenticateSandbox, confirmSandbox } from './sandbox-steps.ts'

const VISITOR = 'fm_visitor'

/** How long a browser is known to its own literal payments, in seconds. */
const VISITOR_AGE = 24 * 60 * 60

/** Where Stripe tells the shop of events, and the longest event it may tell of, in bytes. */
const WEBHOOK = '/api/payments/stripe/webhook'
const LONGEST_EVENT = 256 * 1024

export async function checkoutRoutes(app: App, shop: Shop, cookies: CookieJar): Promise<void> {
  serve(app, payments.createIntent, ({ body }, call) => {
    refuseCardNumbers({ customer_name: body.customer_name, ...textsOf(body.basket, 'basket.orderData') })
    const buyer = { checkoutKey: body.checkout_key ?? null, visitorHash: hashOf(meetVisitor(call, cookies)) }
    return createIntent(shop, buyer, {
      amount: body.amount,
      method: body.payment_method_id,
      basket: body.basket ?? null,
    })
  })
  serve(app, orders.place, ({ body }, { request }) => {
    refuseCardNumbers(textsOf(body, 'orderData'))
    const secret = cookies.read(request, VISITOR)
    const buyer = { checkoutKey: body.checkout_key ?? null, visitorHash: secret && hashOf(secret) }
    return placeOrder(shop, buyer, { orderData: body.orderData, items: body.items })
  })
  serve(app, orders.ofCheckout, ({ params }) => orderOfCheckout(shop, params.checkout_key))
  serve(app, payments.config, async () => {
    const { name, livemode, publishableKey } = shop.payments
    return { provider: name, livemode, publishableKey }
  })
  const readEvent = shop.stripe?.readEvent
  if (readEvent) await serveRaw(app, { path: WEBHOOK, limit: LONGEST_EVENT, handle: heardBy(shop, readEvent) })
  if (!shop.sandbox) return
  const { sandbox } = shop
  serve(app, payments.sandboxConfirm, ({ body }) => confirmSandbox(sandbox, body.client_secret))
  serve(app, payments.sandboxAuthenticate, ({ body }) => authenticateSandbox(sandbox, body.client_secret, body.outcome))
}

function heardBy(shop: Shop, readEvent: NonNullable<StripePayments['readEvent']>) {
  return (body: Buffer, { headers }: FastifyRequest) =>
    hearStripe(shop, readEvent, { body, signature: String(headers['stripe-signature'] ?? '') })
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
  const { customerName, customerPhone, notes, shippingAddress } = basket.orderData
  return {
    [`${at}.customerName`]: customerName,
    [`${at}.customerPhone`]: customerPhone,
    [`${at}.notes`]: notes,
    [`${at}.shippingAddress.address`]: shippingAddress?.address ?? null,
    [`${at}.shippingAddress.city`]: shippingAddress?.city ?? null,
  }
}
