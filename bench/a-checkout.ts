import type { Product } from '#contract/products.ts'
import { type Ask, cookiesOf } from './ask.ts'

/** How one checkout went: its status, the time of both calls and of the order alone in milliseconds, and the units sold. */
export type Checkout = { status: number; ms: number; orderMs: number; units: number }

/** A new visitor pays and orders one of each product, by the two calls of a checkout. */
export async function checkOut(ask: Ask, products: Product[]): Promise<Checkout> {
  const cents = products.reduce((sum, { price }) => sum + Math.round(price * 100), 0)
  const who = { customer_email: 'ada@example.com', customer_name: 'Ada Miller' }
  const payment = { amount: cents, payment_method_id: 'pm_card_visa', ...who }
  const intent = await ask('/api/payments/stripe/create-intent', { method: 'POST', body: payment })
  if (intent.status !== 200) return { status: intent.status, ms: intent.ms, orderMs: 0, units: 0 }
  const items = products.map(({ id, price }) => ({ productId: id, quantity: 1, price }))
  const orderData = {
    customerName: 'Ada Miller',
    customerEmail: 'ada@example.com',
    total: cents / 100,
    paymentMethod: 'stripe',
    deliveryMethod: 'pickup',
    pickupLocation: 'farmers_market',
  }
  const headers = { cookie: cookiesOf(intent) }
  const order = await ask('/api/orders', { method: 'POST', headers, body: { orderData, items } })
  const units = order.status === 201 ? items.length : 0
  return { status: order.status, ms: intent.ms + order.ms, orderMs: order.ms, units }
}
