import type { PlacedOrder } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { type Ask, cookiesOf } from './ask.ts'

/** Times in ms: `ms` is both calls, `orderMs` the order alone. */
export type Checkout = {
  status: number
  ms: number
  orderMs: number
  units: number
  receiptUrl: string
}

const NOTHING = { orderMs: 0, units: 0, receiptUrl: '' }

export async function checkOut(ask: Ask, products: Product[]): Promise<Checkout> {
  const cents = products.reduce((sum, { price }) => sum + Math.round(price * 100), 0)
  const who = { customer_email: 'ada@example.com', customer_name: 'Ada Miller' }
  const payment = { amount: cents, payment_method_id: 'pm_card_visa', ...who }
  const intent = await ask('/api/payments/stripe/create-intent', { method: 'POST', body: payment })
  if (intent.status !== 200) return { ...NOTHING, status: intent.status, ms: intent.ms }
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
  const gone = { status: order.status, ms: intent.ms + order.ms, orderMs: order.ms }
  if (order.status !== 201) return { ...NOTHING, ...gone }
  const placed: PlacedOrder = JSON.parse(order.bytes.toString())
  return { ...gone, units: items.length, receiptUrl: placed.receiptUrl }
}
