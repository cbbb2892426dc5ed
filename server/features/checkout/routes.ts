import type { FastifyRequest } from 'fastify'
import { checkouts, payments } from '#contract/money/payments.ts'
import { type OrderData, orders } from '#contract/orders/orders.ts'
import { pickupBuyers } from '#contract/orders/pickup-buyers.ts'
import { pickupPath, pickupRequests } from '#contract/orders/pickup-link.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkPlace } from '#server/features/calendar/choose-day.ts'
import { addressOf } from '#server/http/address-key.ts'
import type { CookieJar } from '#server/http/cookies.ts'
import { type App, serve, serveRaw } from '#server/http/endpoints.ts'
import { PRIVATE_HEADERS } from '#server/http/headers.ts'
import { serveMailedButtons } from '#server/http/mailed-buttons.ts'
import { WEBHOOK_PATH } from '#server/outside/stripe-webhook.ts'
import type { Shop } from '#server/shop.ts'
import { refuseCardNumbers } from './card-numbers.ts'
import { type CheckoutLimits, countingDeclines } from './checkout-limits.ts'
import { createIntent, withoutClaims } from './create-intent.ts'
import { giveBackHold } from './holds.ts'
import { provingBuyers } from './own-receipt.ts'
import { listPickupBuyers, removePickupBuyer, savePickupBuyer } from './pickup-buyers.ts'
import { pickupLimits, showAtPickup } from './pickup-caps.ts'
import { placeAtPickup, placeRequested, showRequest } from './place-at-pickup.ts'
import { orderOfCheckout, placeOrder } from './place-order.ts'
import { withUsState } from './price-basket.ts'
import { resumeCheckout } from './reconcile.ts'
import { answerStep } from './test-steps.ts'
import { type VisitorCookie, visitorCookie } from './visitor.ts'
import { receiveEvent } from './webhooks.ts'

/** Refusals of an order's fields, raised before anything else is checked. */
const OF_FIELDS: ReadonlySet<RefusalCode> = new Set([
  'invalid',
  'card-number-in-text',
  'place-closed',
])

const MAX_EVENT_BYTES = 256 * 1024

type Counter = {
  cookies: CookieJar
  limits: CheckoutLimits
  /** Called for every secret that opens nothing. @throws Refusal 'too-often' for many tries */
  countGuess: (request: FastifyRequest) => void
}

export async function checkoutRoutes(
  app: App,
  shop: Shop,
  { cookies, limits, countGuess }: Counter,
): Promise<void> {
  const visitors = visitorCookie(cookies)
  const pickup = pickupLimits(shop, limits.areOn)
  const prove = provingBuyers(shop, limits.areOn)
  /** Runs before anything is revealed about the order that goods are added to. */
  const proveFirst = async (order: OrderData | undefined) => {
    if (order?.addTo !== undefined) await prove({ secret: order.addTo, email: order.customerEmail })
  }
  app.addHook('preClose', async () => limits.stop())
  serve(app, payments.createIntent, async ({ body }, call) => {
    const { customer_name, customer_email } = body
    refuseCardNumbers({ customer_name, customer_email })
    if (body.basket) refuseCardNumbers(withoutClaims(body.basket), 'basket.orderData.')
    const client = visitors.meet(call)
    await limits.count(client)
    await proveFirst(body.basket?.orderData)
    const { visitor: visitorHash, isNew } = client
    const buyer = { checkoutKey: body.checkout_key ?? null, visitorHash, isNew }
    const payer = limits.areOn ? { ...buyer, address: client.address } : buyer
    const request = {
      amount: body.amount,
      method: body.payment_method_id,
      basket: body.basket
        ? { ...body.basket, orderData: await withUsState(shop.db, body.basket.orderData) }
        : null,
    }
    return countingDeclines(limits, client, () =>
      createIntent(shop, payer, request, () => limits.waitWhileCrowded(client)),
    )
  })
  // Fields are checked first; without this, their refusal would leave the hold to the job.
  app.addHook('onError', async (request, _, error) => {
    if (request.routeOptions.url !== orders.place.path || !(error instanceof Refusal)) return
    if (OF_FIELDS.has(error.code)) await giveBackHold(shop, visitors.read(request), error)
  })
  serve(app, orders.place, async ({ body }, { request }) => {
    limits.countOrder(addressOf(request))
    refuseCardNumbers(withoutClaims(body), 'orderData.')
    await proveFirst(body.orderData)
    await checkPlace(shop.db, body.orderData)
    const buyer = { checkoutKey: body.checkout_key ?? null, visitorHash: visitors.read(request) }
    const basket = {
      orderData: await withUsState(shop.db, body.orderData),
      items: body.items,
    }
    if (basket.orderData.paymentMethod !== 'at_pickup') return placeOrder(shop, buyer, basket)
    return placeAtPickup(shop, { buyer, basket, address: addressOf(request), limits: pickup })
  })
  serve(app, orders.ofCheckout, ({ params }) => orderOfCheckout(shop, params.checkout_key))
  serve(app, checkouts.resume, ({ params }, { request }) => {
    limits.countOrder(addressOf(request))
    return resumeCheckout(shop, params.checkout_key)
  })
  serve(app, payments.config, async () => {
    const { name, livemode, publishableKey } = shop.payments
    return { provider: name, livemode, publishableKey, atPickup: await showAtPickup(shop) }
  })
  serve(app, pickupRequests.show, async ({ params }, { request, reply }) => {
    reply.headers(PRIVATE_HEADERS)
    const shown = await showRequest(shop.db, params.secret, shop.now())
    if (!shown) countGuess(request)
    return shown
  })
  serve(app, pickupBuyers.list, () => listPickupBuyers(shop.db))
  serve(app, pickupBuyers.set, ({ body }) => savePickupBuyer(shop, body))
  serve(app, pickupBuyers.remove, ({ body }) => removePickupBuyer(shop, body.email))
  await serveMailedButtons(app, {
    [pickupPath(':secret')]: async (secret, _, reply) =>
      reply.redirect((await placeRequested(shop, secret)) ?? pickupPath(secret), 303),
  })
  await webhookRoute(app, shop, limits)
  testStepRoutes(app, shop, { visitors, limits })
}

/** Keys come and go at the desk; without them, the route isn't there. */
async function webhookRoute(app: App, shop: Shop, { declined }: CheckoutLimits): Promise<void> {
  const handle = async (body: Buffer, { headers }: FastifyRequest) => {
    const { webhook } = shop.payments
    if (!webhook?.readEvent) throw nothingHere()
    const reader = { ...webhook, readEvent: webhook.readEvent, declined }
    const signature = String(headers['stripe-signature'] ?? '')
    await receiveEvent(shop, reader, { body, signature })
  }
  await serveRaw(app, { path: WEBHOOK_PATH, limit: MAX_EVENT_BYTES, handle })
}

function nothingHere(): Refusal {
  return new Refusal('not-found', 'There is nothing here.')
}

function testStepRoutes(
  app: App,
  shop: Shop,
  { visitors, limits }: { visitors: VisitorCookie; limits: CheckoutLimits },
): void {
  const requireSteps = () => {
    if (shop.payments.testSteps) return shop.payments.testSteps
    throw nothingHere()
  }
  const declined = (request: FastifyRequest) => () =>
    limits.declined({ visitor: visitors.read(request) ?? '', address: addressOf(request) })
  serve(app, payments.sandboxConfirm, async ({ body }, { request }) =>
    answerStep(requireSteps().confirm(body.client_secret), declined(request)),
  )
  serve(app, payments.sandboxAuthenticate, async ({ body }, { request }) =>
    answerStep(requireSteps().authenticate(body.client_secret, body.outcome), declined(request)),
  )
}
