import { setTimeout as pause } from 'node:timers/promises'
import { formatDollars } from '#contract/money.ts'
import type { Basket, PlacedOrder } from '#contract/orders.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { write } from '#server/db/write.ts'
import { findOrderOfCheckout, findOrderOfVisitor } from '#server/features/orders/find-placed-order.ts'
import {
  findPaymentOfCheckout,
  findPaymentOfOrder,
  listOpenLiteralPayments,
  type PaymentRow,
} from '#server/features/payments/find-payment.ts'
import { movePayment } from '#server/features/payments/move-payment.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { completePayment } from './complete-payment.ts'
import { LOOK_AGAIN, type LookAgain } from './look-again.ts'
import { placedOrder } from './placed-order.ts'
import { priceBasket } from './price-basket.ts'
import { type Buyer, bodyHash, repeatsSince } from './visitor.ts'

const MOST_LOOKS = 20
const PAUSE = 25

const NOT_PAID = 'There is no finished card payment for this cart. Please pay again.'

/**
 * Places the order whose payment holds the money, and captures it. The same call again answers the same order
 * (payments, section 3.4).
 * @throws Refusal 'payment-missing', 'payment-mismatch', 'payment-lapsed', 'order-exists', 'sold-out', 'price-changed', …
 */
export async function placeOrder(shop: Shop, buyer: Buyer, basket: Basket): Promise<PlacedOrder> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    if (look > 0) await pause(PAUSE)
    const answer = await lookOnce(shop, buyer, basket)
    if (answer !== LOOK_AGAIN) return answer
  }
  throw new Refusal('not-now', 'This order is being placed in another window. Please try again in a moment.', {
    retryAfter: 3,
  })
}

async function lookOnce(shop: Shop, buyer: Buyer, basket: Basket): Promise<PlacedOrder | LookAgain> {
  const placed = await alreadyPlaced(shop, buyer, basket)
  if (placed) return placed
  const payment = buyer.checkoutKey
    ? await findPaymentOfCheckout(shop.db, buyer.checkoutKey)
    : await findLiteralPayment(shop, buyer.visitorHash, basket)
  // A twin of this call may have placed the order since the first look.
  if (!payment) return (await alreadyPlaced(shop, buyer, basket)) ?? refusePayment()
  if (payment.error_code) throw new Refusal(payment.error_code as RefusalCode, payment.error_message ?? NOT_PAID)
  if (payment.state === 'capturing' || payment.state === 'captured') return LOOK_AGAIN
  if (payment.state !== 'open' || !payment.intent_id) throw new Refusal('payment-missing', NOT_PAID)
  if (payment.body_hash && payment.body_hash !== bodyHash(basket)) {
    throw new Refusal('payment-mismatch', 'This payment was made for another cart. Please pay again.')
  }
  await checkIntent(shop, payment, await shop.payments.retrieve(payment.intent_id))
  return completePayment(shop, payment, { basket, buyer })
}

function refusePayment(): never {
  throw new Refusal('payment-missing', NOT_PAID)
}

/** The order this call already made, however often it is repeated; a second hold for it is released. */
async function alreadyPlaced(shop: Shop, buyer: Buyer, basket: Basket): Promise<PlacedOrder | null> {
  const hash = bodyHash(basket)
  if (buyer.checkoutKey) {
    const order = await findOrderOfCheckout(shop.db, buyer.checkoutKey)
    if (!order) return null
    if (order.body_hash !== hash)
      throw new Refusal('order-exists', `Order #${order.id} was already placed from this cart.`)
    return placedOrder(shop, order)
  }
  if (!buyer.visitorHash) return null
  const same = { visitorHash: buyer.visitorHash, bodyHash: hash, since: repeatsSince(shop.now()) }
  const order = await findOrderOfVisitor(shop.db, same)
  if (!order) return null
  const first = await findPaymentOfOrder(shop.db, order.id)
  const second = await listOpenLiteralPayments(shop.db, buyer.visitorHash)
  for (const payment of second) if (payment.amount_cents === first?.amount_cents) await release(shop, payment)
  return placedOrder(shop, order)
}

/** The visitor's open payment of exactly what the basket costs. @throws Refusal 'payment-mismatch' when he has others only */
async function findLiteralPayment(shop: Shop, visitorHash: string | null, basket: Basket): Promise<PaymentRow | null> {
  if (!visitorHash) return null
  const open = await listOpenLiteralPayments(shop.db, visitorHash)
  if (open.length === 0) return null
  const { totals } = await priceBasket(shop.db, basket)
  const same = open.find((payment) => payment.amount_cents === totals.total)
  if (same) return same
  throw new Refusal(
    'payment-mismatch',
    `The card was not asked for the total of this order (${formatDollars(totals.total)}).`,
  )
}

/** The provider's word decides, not the browser's. @throws Refusal 'payment-missing', 'payment-mismatch', 'payment-lapsed' */
async function checkIntent(shop: Shop, payment: PaymentRow, intent: Intent): Promise<void> {
  const ours =
    intent.amount === payment.amount_cents &&
    intent.currency === 'usd' &&
    intent.livemode === payment.livemode &&
    intent.metadata.payment === payment.id &&
    intent.metadata.shop === shop.id
  if (!ours) {
    await release(shop, payment)
    throw new Refusal('payment-mismatch', 'This payment does not belong to this order. Please pay again.')
  }
  if (intent.status === 'canceled') {
    await write(shop.db, (tx) => movePayment(tx, { id: payment.id, from: 'open', to: 'canceled', at: shop.now() }))
    throw new Refusal('payment-lapsed', 'The hold on the card has lapsed. Please pay again.')
  }
  if (intent.status !== 'requires_capture') throw new Refusal('payment-missing', NOT_PAID)
}

async function release(shop: Shop, payment: PaymentRow): Promise<void> {
  const move = { id: payment.id, from: 'open', to: 'canceling', at: shop.now() } as const
  if (await write(shop.db, (tx) => movePayment(tx, move)))
    shop.later('release a hold', () => voidPayment(shop, payment.id))
}

/** The order of a checkout, for a page that was left in the middle; null while there is none. */
export async function orderOfCheckout(shop: Shop, checkoutKey: string): Promise<PlacedOrder | null> {
  const order = await findOrderOfCheckout(shop.db, checkoutKey)
  return order ? placedOrder(shop, order) : null
}
