import { setTimeout as pause } from 'node:timers/promises'
import { formatDollars } from '#contract/money.ts'
import type { Basket, PlacedOrder } from '#contract/orders.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { findOrderOfCheckout, findOrderOfVisitor } from '#server/features/orders/find-placed-order.ts'
import {
  findPayment,
  findPaymentOfCheckout,
  findPaymentOfOrder,
  listOpenLiteralPayments,
  type PaymentRow,
} from '#server/features/payments/find-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Shop } from '#server/shop.ts'
import { checkIntent, NOT_PAID, releaseOpen } from './check-intent.ts'
import { askedFor, completePayment } from './complete-payment.ts'
import { LOOK_AGAIN, type LookAgain } from './look-again.ts'
import { placedOrder } from './placed-order.ts'
import { priceBasket } from './price-basket.ts'
import { readIntent, requireOpenPayments } from './provider-silence.ts'
import { type Buyer, bodyHash, repeatsSince } from './visitor.ts'

const MOST_LOOKS = 20
const PAUSE = 25

/**
 * Places the order whose payment holds the money, and captures it. The same call again answers the same order
 * (payments, section 3.4).
 * @throws Refusal 'payment-missing', 'payment-mismatch', 'payment-lapsed', 'order-exists', 'sold-out', 'not-now', …
 */
export async function placeOrder(shop: Shop, buyer: Buyer, basket: Basket): Promise<PlacedOrder> {
  requireOpenPayments(shop)
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
    ? ((await findPaymentOfCheckout(shop.db, buyer.checkoutKey)) ?? notPaid())
    : await findLiteralPayment(shop, buyer.visitorHash, basket)
  if (payment instanceof Refusal) {
    // A twin of this call may have placed the order since the first look, and released another hold.
    const placedMeanwhile = await alreadyPlaced(shop, buyer, basket)
    if (placedMeanwhile) return placedMeanwhile
    throw payment
  }
  if (payment.error_code) throw new Refusal(payment.error_code as RefusalCode, payment.error_message ?? NOT_PAID)
  if (payment.state === 'capturing' || payment.state === 'captured') return LOOK_AGAIN
  if (payment.state !== 'open' || !payment.intent_id) throw new Refusal('payment-missing', NOT_PAID)
  if (payment.body_hash && payment.body_hash !== bodyHash(basket)) {
    throw new Refusal('payment-mismatch', 'This payment was made for another cart. Please pay again.')
  }
  const intent = await readIntent(shop, payment, payment.intent_id)
  // Stripe's event, or a twin of this call, may have brought the order and the capture between the two looks.
  if (intent?.status !== 'requires_capture' && !(await isStillOpen(shop, payment))) return LOOK_AGAIN
  await checkIntent(shop, payment, intent)
  return completePayment(shop, payment, { ...askedFor(basket, buyer), heldAt: intent?.heldAt ?? null })
}

async function isStillOpen({ db }: Shop, { id }: PaymentRow): Promise<boolean> {
  return (await findPayment(db, id))?.state === 'open'
}

function notPaid(): Refusal {
  return new Refusal('payment-missing', NOT_PAID)
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
  for (const payment of second) if (payment.amount_cents === first?.amount_cents) await releaseOpen(shop, payment)
  return placedOrder(shop, order)
}

/** The visitor's open payment of exactly what the basket costs; a Refusal 'payment-missing', or 'payment-mismatch' when he has others only. */
async function findLiteralPayment(
  shop: Shop,
  visitorHash: string | null,
  basket: Basket,
): Promise<PaymentRow | Refusal> {
  const open = visitorHash ? await listOpenLiteralPayments(shop.db, visitorHash) : []
  if (open.length === 0) return notPaid()
  const { totals } = await priceBasket(shop.db, basket)
  const same = open.find((payment) => payment.amount_cents === totals.total)
  if (same) return same
  return new Refusal(
    'payment-mismatch',
    `The card was not asked for the total of this order (${formatDollars(totals.total)}).`,
  )
}

/** The order of a checkout, for a page that was left in the middle; null while there is none. */
export async function orderOfCheckout(shop: Shop, checkoutKey: string): Promise<PlacedOrder | null> {
  const order = await findOrderOfCheckout(shop.db, checkoutKey)
  return order ? placedOrder(shop, order) : null
}
