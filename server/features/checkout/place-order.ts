import { formatDollars } from '#contract/money/money.ts'
import type { Basket, PlacedOrder } from '#contract/orders/orders.ts'
import { receiptPath } from '#contract/orders/receipt-link.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { Refusal } from '#server/core/refusal.ts'
import {
  isTestOrder,
  paymentStatusOf,
  selectMoney,
} from '#server/features/order-balance/order-balance.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { completePayment } from './complete-payment.ts'
import { abandonLater, NOT_PAID, requireHold } from './holds.ts'
import {
  findOrderOfCheckout,
  findOrderOfVisitor,
  type OrderRow,
  orderExists,
} from './order-record.ts'
import {
  type Buyer,
  findPayment,
  findPaymentOfCheckout,
  findPaymentOfOrder,
  listPaymentsOfVisitor,
  type PaymentRow,
} from './payment-record.ts'
import { bodyHash, priceBasket } from './price-basket.ts'
import { readIntent, requireOpenPayments } from './provider-calls.ts'
import { attempt, ConcurrentUpdate } from './transitions.ts'

export const PATIENCE = {
  max: 20,
  wait: 25,
  busy: 'This order is being placed in another window. Please try again in a moment.',
}

/**
 * Places the order whose payment holds the money, and captures it. The same call again gets the
 * same order (payments, section 3.4).
 * @throws Refusal 'payment-missing', 'payment-mismatch', 'payment-lapsed', 'order-exists',
 * 'sold-out', 'not-now', …
 */
export async function placeOrder(shop: Shop, buyer: Buyer, basket: Basket): Promise<PlacedOrder> {
  requireOpenPayments(shop)
  const request = { buyer, basket, hash: bodyHash(basket) }
  return attempt(PATIENCE, async () => {
    const placed = await alreadyPlaced(shop, request)
    if (placed) return placed
    const payment = await requirePayment(shop, request)
    const { heldAt } = await requireHold(shop, payment, await holdOf(shop, payment))
    return completePayment(shop, payment, { ...request, orderData: basket.orderData, heldAt })
  })
}

type Placing = { buyer: Buyer; basket: Basket; hash: string }

/**
 * The payment for the order: its checkout's, or the open one of a browser without a key.
 * @throws Refusal 'payment-missing', 'payment-mismatch'
 * @throws ConcurrentUpdate when a duplicate of this call is paying with it
 */
async function requirePayment(shop: Shop, request: Placing): Promise<PaymentRow> {
  const { checkoutKey } = request.buyer
  const payment = checkoutKey
    ? await findPaymentOfCheckout(shop.db, checkoutKey)
    : await requirePaymentOfVisitor(shop, request)
  if (!payment) throw notPaid()
  refuseAgain(payment)
  if (payment.state === 'capturing' || payment.state === 'captured') throw new ConcurrentUpdate()
  if (payment.state !== 'open' || !payment.intent_id) throw notPaid()
  if (payment.body_hash && payment.body_hash !== request.hash)
    throw new Refusal(
      'payment-mismatch',
      'This payment was made for another cart. Please pay again.',
    )
  return payment
}

/** @throws ConcurrentUpdate when the provider's event or a duplicate of this call came first */
async function holdOf(shop: Shop, payment: PaymentRow): Promise<Intent | null> {
  const intent = payment.intent_id ? await readIntent(shop, payment, payment.intent_id) : null
  const isHeld = intent?.status === 'requires_capture'
  const isOpen = isHeld || (await findPayment(shop.db, payment.id))?.state === 'open'
  if (!isOpen) throw new ConcurrentUpdate()
  return intent
}

export function refuseAgain({ error_code, error_message }: PaymentRow): void {
  if (error_code) throw new Refusal(error_code as RefusalCode, error_message ?? NOT_PAID)
}

function notPaid(): Refusal {
  return new Refusal('payment-missing', NOT_PAID)
}

/** @throws Refusal 'order-exists' for another cart; its hold is released */
export async function alreadyPlaced(
  shop: Shop,
  { buyer, hash }: Omit<Placing, 'basket'>,
): Promise<PlacedOrder | null> {
  if (buyer.checkoutKey) {
    const order = await findOrderOfCheckout(shop.db, buyer.checkoutKey)
    if (!order) return null
    if (order.body_hash === hash) return placedOrder(shop, order)
    const payment = await findPaymentOfCheckout(shop.db, buyer.checkoutKey)
    if (payment?.state === 'open') await abandonLater(shop, payment.id)
    throw orderExists(order)
  }
  if (!buyer.visitorHash) return null
  const { visitorHash } = buyer
  const order = await findOrderOfVisitor(shop.db, { visitorHash, hash, at: shop.now() })
  if (!order) return null
  const first = await findPaymentOfOrder(shop.db, order.id)
  const second = await listPaymentsOfVisitor(shop.db, visitorHash)
  for (const { id, amount_cents } of second)
    if (amount_cents === first?.amount_cents) await abandonLater(shop, id)
  return placedOrder(shop, order)
}

/**
 * A visitor's open payment of exactly the basket's total.
 * @throws Refusal 'payment-missing', or 'payment-mismatch' when the visitor only has others
 * @throws ConcurrentUpdate when a duplicate of this call has just placed the order
 */
async function requirePaymentOfVisitor(
  { db, now }: Shop,
  { buyer: { visitorHash }, basket, hash }: Placing,
): Promise<PaymentRow> {
  const open = await listPaymentsOfVisitor(db, visitorHash)
  try {
    if (open.length === 0) throw notPaid()
    const { totals } = await priceBasket(db, basket)
    const same = open.find((payment) => payment.amount_cents === totals.total)
    if (same) return same
    const total = formatDollars(totals.total)
    throw new Refusal(
      'payment-mismatch',
      `The card payment doesn’t match the total of this order (${total}).`,
    )
  } catch (error) {
    const isPlaced = visitorHash && (await findOrderOfVisitor(db, { visitorHash, hash, at: now() }))
    throw error instanceof Refusal && isPlaced ? new ConcurrentUpdate() : error
  }
}

export async function orderOfCheckout(
  shop: Shop,
  checkoutKey: string,
): Promise<PlacedOrder | null> {
  const order = await findOrderOfCheckout(shop.db, checkoutKey)
  return order ? placedOrder(shop, order) : null
}

async function placedOrder({ db }: Shop, { id, receipt_secret }: OrderRow): Promise<PlacedOrder> {
  const orders = selectMoney(db).select(['orders.status', 'orders.payment_method'])
  const row = await orders.where('orders.id', '=', id).executeTakeFirstOrThrow()
  const receiptUrl = receiptPath(receipt_secret)
  return { id, paymentStatus: paymentStatusOf(row), testMode: isTestOrder(row), receiptUrl }
}
