import type { Basket } from '#contract/orders.ts'
import { orders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import { type App, type Call, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { createIntent } from './create-intent.ts'
import { orderOfCheckout, placeOrder } from './place-order.ts'
import { refuseCardNumbers } from './refuse-card-numbers.ts'
import { authenticateSandbox, confirmSandbox } from './sandbox-steps.ts'

const VISITOR = 'fm_visitor'

/** How long a browser is known to its own literal payments, in seconds. */
const VISITOR_AGE = 24 * 60 * 60

export function checkoutRoutes(app: App, shop: Shop, cookies: CookieJar): void {
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
  if (!shop.sandbox) return
  const { sandbox } = shop
  serve(app, payments.sandboxConfirm, ({ body }) => confirmSandbox(sandbox, body.client_secret))
  serve(app, payments.sandboxAuthenticate, ({ body }) => authenticateSandbox(sandbox, body.client_secret, body.outcome))
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
