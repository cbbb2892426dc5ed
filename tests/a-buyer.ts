import type { LightMyRequestResponse } from 'fastify'
import { toCents } from '#contract/money/money.ts'
import type { Product } from '#contract/products/products.ts'
import { cookieOf } from './a-shop.ts'

export const INTENT = '/api/payments/stripe/create-intent'

export type Asking = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  payload?: string | object
}
export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'json'> & {
  cookies: { name: string; value: string }[]
}

export type Answering<A extends Answer> = { inject(asking: Asking): Promise<A> }

/** How an order is delivered, for `orderBody`. */
export const BY_DELIVERY = {
  deliveryMethod: 'shipping',
  pickupLocation: null,
  shippingAddress: { address: '12 River St', city: 'Hot Springs', state: 'SD', zipCode: '57747' },
}

export type CartLine = [product: Product, quantity: number]

export function orderBody(lines: CartLine[], more: Record<string, unknown> = {}) {
  const subtotal = lines.reduce(
    (sum, [product, quantity]) => sum + toCents(product.price) * quantity,
    0,
  )
  const total = (subtotal + (more.deliveryMethod === 'shipping' ? 500 : 0)) / 100
  const orderData = {
    customerName: 'Ada Miller',
    customerEmail: 'ada@example.com',
    customerPhone: '',
    total,
    paymentMethod: 'stripe',
    paymentStatus: 'completed',
    shippingAddress: null,
    pickupLocation: 'farmers_market',
    deliveryMethod: 'pickup',
    notes: '',
    userId: null,
    ...more,
  }
  return {
    orderData,
    items: lines.map(([{ id, price }, quantity]) => ({ productId: id, quantity, price })),
  }
}

export type Body = ReturnType<typeof orderBody>

/** What asks for a payment of that many cents. */
export function intentOf(amount: number, more: Record<string, unknown> = {}) {
  const who = { customer_email: 'ada@example.com', customer_name: 'Ada Miller' }
  return { amount, payment_method_id: 'pm_card_visa', ...who, ...more }
}

/** A buyer with the specification's bare payloads: a cookie, a card, two calls. */
export function aBareBuyer<A extends Answer>(shop: Answering<A>, card = 'pm_card_visa') {
  let cookie = ''
  return {
    async createIntent(
      body: Body,
      amount = toCents(body.orderData.total),
      withCard = card,
    ): Promise<A> {
      const payload = intentOf(amount, { payment_method_id: withCard })
      const request = { method: 'POST', url: INTENT, headers: { cookie }, payload } as const
      const answer = await shop.inject(request)
      cookie = cookieOf(answer) || cookie
      return answer
    },
    placeOrder(body: object): Promise<A> {
      return shop.inject({ method: 'POST', url: '/api/orders', headers: { cookie }, payload: body })
    },
    async buy(body: Body): Promise<A> {
      const intent = await this.createIntent(body)
      return intent.statusCode === 200 ? this.placeOrder(body) : intent
    },
  }
}

/**
 * A cart from our own pages: a checkout key, the basket sent before paying, the sandbox's
 * confirmation.
 */
export function aKeyedBuyer<A extends Answer>(
  shop: Answering<A>,
  card = 'pm_card_visa',
  checkout_key: string = crypto.randomUUID(),
) {
  return {
    checkout_key,
    createIntent(body: Body, more: Record<string, unknown> = {}): Promise<A> {
      const asked = { payment_method_id: card, checkout_key, basket: body, ...more }
      const payload = intentOf(toCents(body.orderData.total), asked)
      return shop.inject({ method: 'POST', url: INTENT, payload })
    },
    confirm(intent: Answer): Promise<A> {
      const { client_secret } = intent.json()
      return shop.inject({
        method: 'POST',
        url: '/api/payments/sandbox/confirm',
        payload: { client_secret },
      })
    },
    placeOrder(body: object): Promise<A> {
      return shop.inject({ method: 'POST', url: '/api/orders', payload: { ...body, checkout_key } })
    },
    async buy(body: Body): Promise<A> {
      const intent = await this.createIntent(body)
      if (intent.statusCode !== 200) return intent
      await this.confirm(intent)
      return this.placeOrder(body)
    },
  }
}
