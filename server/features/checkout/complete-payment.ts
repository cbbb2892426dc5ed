import type { Basket, PlacedOrder } from '#contract/orders/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { QuotedBasket } from '#server/db/tables.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { captureHold } from './capture.ts'
import { abandonLater } from './holds.ts'
import { findOrderOfCheckout, findOrderOfVisitor, orderExists } from './order-record.ts'
import { type Buyer, lockVisitor, type PaymentRow } from './payment-record.ts'
import {
  addUp,
  isQuoteValid,
  priceAnew,
  priceBasket,
  priceChanged,
  type Totals,
} from './price-basket.ts'
import { type Attempt, type NewLine, placeOnMarketDay, recordWebOrder } from './record-new-order.ts'
import { ConcurrentUpdate, lockOpenPayment, movePayment } from './transitions.ts'

type OrderRequest = Pick<Intent, 'heldAt'> & {
  orderData: QuotedBasket['orderData']
  hash: string
  buyer: Buyer
  basket: Basket | null
}

export function orderOfQuote(payment: PaymentRow, { heldAt }: Intent): OrderRequest | null {
  const { basket, body_hash: hash, checkout_key, visitor_hash } = payment
  if (!basket || !hash) return null
  const buyer = { checkoutKey: checkout_key, visitorHash: visitor_hash }
  return { orderData: basket.orderData, hash, buyer, basket: null, heldAt }
}

/**
 * Turns an open payment with a standing hold into an order and captures it, the only way to an
 * order paid by card. Stock, order and payment move in one transaction before any money does; a
 * refusal takes nothing and releases the hold.
 * @throws Refusal 'sold-out', 'price-changed', 'product-gone', 'delivery-not-allowed',
 * 'payment-lapsed'
 * @throws ConcurrentUpdate
 */
export async function completePayment(
  shop: Shop,
  payment: PaymentRow,
  request: OrderRequest,
): Promise<PlacedOrder> {
  const placed = await recordOrderOrReleaseHold(shop, payment, request)
  const capturing: PaymentRow = { ...payment, state: 'capturing', order_id: placed.id }
  const paymentStatus = await captureHold(shop, capturing)
  const { id, receiptUrl } = placed
  return { id, receiptUrl, paymentStatus, testMode: !payment.livemode }
}

async function recordOrderOrReleaseHold(shop: Shop, payment: PaymentRow, request: OrderRequest) {
  try {
    return await placeOnMarketDay(shop, request.orderData, (attempt) =>
      write(shop.db, (tx, emit) => recordInside(tx, emit, payment, { ...request, ...attempt })),
    )
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConcurrentUpdate()
    if (!(error instanceof Refusal)) throw error
    const isMissed = !request.basket && error.code !== 'order-exists'
    const missed = isMissed ? payment : null
    if (!(await abandonLater(shop, payment.id, { refusal: error, missed })))
      throw new ConcurrentUpdate()
    if (!request.basket) shop.sendMails()
    throw error
  }
}

type OrderAt = OrderRequest & Attempt

async function recordInside(tx: Db, emit: Emit, payment: PaymentRow, request: OrderAt) {
  const { id, amount_cents } = payment
  const { at } = request
  if (!(await lockOpenPayment(tx, id))) throw new ConcurrentUpdate()
  await requireFirstOfCart(tx, request)
  const { lines, totals } = await resolvePrice(tx, payment, request)
  if (totals.total !== amount_cents) throw priceChanged(totals.total)
  const placed = await recordWebOrder(tx, emit, {
    ...request,
    lines,
    totals,
    paymentMethod: 'card',
    quotedDay: payment.basket?.marketDay,
    begunAt: payment.created_at,
  })
  await movePayment(tx, { id, from: 'open', to: 'capturing', at, set: { order_id: placed.id } })
  return placed
}

/**
 * The cart may already be an order to pay at pickup; without a key, two calls for one order may
 * each have a payment.
 * @throws Refusal 'order-exists'
 * @throws ConcurrentUpdate
 */
async function requireFirstOfCart(tx: Db, { buyer, hash, at }: OrderAt): Promise<void> {
  const { checkoutKey, visitorHash } = buyer
  const placed = checkoutKey && (await findOrderOfCheckout(tx, checkoutKey))
  if (placed) throw orderExists(placed)
  if (checkoutKey || !visitorHash) return
  await lockVisitor(tx, visitorHash, at)
  if (await findOrderOfVisitor(tx, { visitorHash, hash, at })) throw new ConcurrentUpdate()
}

/** As quoted with the payment; without a quote, or after it expired, at today's prices. */
async function resolvePrice(
  tx: Db,
  payment: PaymentRow,
  { basket, heldAt, at }: OrderAt,
): Promise<{ lines: readonly NewLine[]; totals: Totals }> {
  const quoted = payment.basket
  if (quoted && isQuoteValid(payment, heldAt, at))
    return { lines: quoted.lines, totals: addUp(quoted.lines, quoted.deliveryCents) }
  if (quoted) return priceAnew(tx, quoted)
  if (basket) return priceBasket(tx, basket)
  throw new Error(`Nobody said what payment ${payment.id} is for.`)
}
