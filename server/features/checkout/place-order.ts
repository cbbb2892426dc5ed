import { type Cents, formatDollars, nearestCents } from '#contract/money.ts'
import type { Basket, PlacedOrder } from '#contract/orders.ts'
import { receiptPath } from '#contract/receipt-link.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { Shop } from '#server/shop.ts'
import { completePayment } from './complete-payment.ts'
import { abandonLater, NOT_PAID, requireHold } from './holds.ts'
import { findOrderOfCheckout, findOrderOfVisitor, type OrderRow } from './order-record.ts'
import {
  type Buyer,
  findPayment,
  findPaymentOfCheckout,
  findPaymentOfOrder,
  findPaymentsOfVisitor,
  type PaymentRow,
  paymentStatus,
} from './payment-record.ts'
import { bodyHash, priceBasket } from './price-basket.ts'
import { readIntent, requireOpenPayments } from './provider-calls.ts'
import { refundedCents } from './refund-record.ts'
import { attempt, Overtaken } from './transitions.ts'

const PATIENCE = {
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
  return attempt(PATIENCE, async (tries) => {
    const { hasNoOrder, ...payments } = await findPayments(shop.db, buyer)
    const placed = hasNoOrder && tries === 0 ? null : await alreadyPlaced(shop, request)
    return placed ?? payForOrder(shop, request, { ...payments, isFirstTry: tries === 0 })
  })
}

type Placing = { buyer: Buyer; basket: Basket; hash: string }

/** What may pay for an order: its checkout's payment, or the browser's open ones. */
type Payments = { keyed: PaymentRow | null; anonymous: PaymentRow[]; isFirstTry: boolean }

async function findPayments(
  db: Db,
  { checkoutKey, visitorHash }: Buyer,
): Promise<Omit<Payments, 'isFirstTry'> & { hasNoOrder: boolean }> {
  if (!checkoutKey) {
    const { open, hasNoOrder } = await findPaymentsOfVisitor(db, visitorHash)
    return { keyed: null, anonymous: open, hasNoOrder }
  }
  const keyed = await findPaymentOfCheckout(db, checkoutKey)
  return { keyed, anonymous: [], hasNoOrder: keyed?.state === 'open' }
}

async function payForOrder(
  shop: Shop,
  request: Placing,
  { keyed, anonymous, isFirstTry }: Payments,
): Promise<PlacedOrder> {
  // Priced where it is recorded; only a try that was refused there is priced first.
  const claimed = isFirstTry ? findByClaim(anonymous, request.basket) : undefined
  let payment: PaymentRow
  try {
    payment = keyed ?? claimed ?? (await requirePaymentOfVisitor(shop, request, anonymous))
  } catch (error) {
    // A twin call may have placed the order since the first look, and released another hold.
    const placed = error instanceof Refusal ? await alreadyPlaced(shop, request) : null
    if (placed) return placed
    throw error
  }
  refuseAgain(payment)
  if (payment.state === 'capturing' || payment.state === 'captured') throw new Overtaken()
  if (payment.state !== 'open' || !payment.intent_id) throw notPaid()
  if (payment.body_hash && payment.body_hash !== request.hash) {
    throw new Refusal(
      'payment-mismatch',
      'This payment was made for another cart. Please pay again.',
    )
  }
  const intent = await readIntent(shop, payment, payment.intent_id)
  if (claimed && intent?.status !== 'requires_capture') await priceBasket(shop.db, request.basket)
  // Stripe's event or a twin call may have captured between the two looks.
  if (intent?.status !== 'requires_capture' && !(await isStillOpen(shop, payment)))
    throw new Overtaken()
  const { heldAt } = await requireHold(shop, payment, intent)
  const { orderData } = request.basket
  const isUnpriced = claimed !== undefined
  return completePayment(shop, payment, { ...request, orderData, heldAt, isUnpriced })
}

async function isStillOpen({ db }: Shop, { id }: PaymentRow): Promise<boolean> {
  return (await findPayment(db, id))?.state === 'open'
}

export function refuseAgain({ error_code, error_message }: PaymentRow): void {
  if (error_code) throw new Refusal(error_code as RefusalCode, error_message ?? NOT_PAID)
}

function notPaid(): Refusal {
  return new Refusal('payment-missing', NOT_PAID)
}

/** The order that this call repeats; an anonymous repeat's second hold is released. */
async function alreadyPlaced(shop: Shop, { buyer, hash }: Placing): Promise<PlacedOrder | null> {
  if (buyer.checkoutKey) {
    const order = await findOrderOfCheckout(shop.db, buyer.checkoutKey)
    if (!order) return null
    if (order.body_hash !== hash)
      throw new Refusal('order-exists', `Order #${order.id} was already placed from this cart.`)
    return placedOrder(shop, order)
  }
  if (!buyer.visitorHash) return null
  const { visitorHash } = buyer
  const order = await findOrderOfVisitor(shop.db, { visitorHash, hash, at: shop.now() })
  if (!order) return null
  const first = await findPaymentOfOrder(shop.db, order.id)
  const { open: second } = await findPaymentsOfVisitor(shop.db, visitorHash)
  for (const { id, amount_cents } of second)
    if (amount_cents === first?.amount_cents) await abandonLater(shop, id)
  return placedOrder(shop, order)
}

function findByClaim(payments: readonly PaymentRow[], basket: Basket): PaymentRow | undefined {
  const claim = nearestCents(basket.orderData.total)
  return payments.find(({ amount_cents }) => amount_cents === claim)
}

/**
 * A visitor's open payment of exactly the basket's total.
 * @throws Refusal 'payment-missing', or 'payment-mismatch' when the visitor only has others
 */
async function requirePaymentOfVisitor(
  shop: Shop,
  { basket }: Placing,
  open: readonly PaymentRow[],
): Promise<PaymentRow> {
  if (open.length === 0) throw notPaid()
  const { totals } = await priceBasket(shop.db, basket)
  const same = open.find((payment) => payment.amount_cents === totals.total)
  if (same) return same
  const total = formatDollars(totals.total)
  throw new Refusal(
    'payment-mismatch',
    `The card payment does not match the total of this order (${total}).`,
  )
}

export async function orderOfCheckout(
  shop: Shop,
  checkoutKey: string,
): Promise<PlacedOrder | null> {
  const order = await findOrderOfCheckout(shop.db, checkoutKey)
  return order ? placedOrder(shop, order) : null
}

async function placedOrder(shop: Shop, order: OrderRow): Promise<PlacedOrder> {
  const payment = await findPaymentOfOrder(shop.db, order.id)
  const refunded = payment ? await refundedCents(shop.db, payment.id) : (0 as Cents)
  const money = { captured: payment?.captured_cents ?? (0 as Cents), refunded }
  return {
    id: order.id,
    paymentStatus: paymentStatus({ state: payment?.state ?? 'canceled', ...money }),
    testMode: !payment?.livemode,
    receiptUrl: receiptPath(order.receipt_secret),
  }
}
