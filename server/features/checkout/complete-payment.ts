import { randomBytes } from 'node:crypto'
import type { Basket, PlacedOrder } from '#contract/orders.ts'
import { receiptPath } from '#contract/receipt-link.ts'
import type { Db, PricedLine, QuotedBasket } from '#server/db/tables.ts'
import { type Tell, write } from '#server/db/write.ts'
import { sendMails } from '#server/features/mail/send-mails.ts'
import { findOrderOfVisitor } from '#server/features/orders/find-placed-order.ts'
import { pickupDay } from '#server/features/orders/pickup-day.ts'
import { recordOrder } from '#server/features/orders/record-order.ts'
import type { PaymentRow } from '#server/features/payments/find-payment.ts'
import { movePayment, touchOpenPayment } from '#server/features/payments/move-payment.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import { recordMovements, takeStock } from '#server/features/stock/take-stock.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { keepsItsPrice } from './keeps-its-price.ts'
import { LOOK_AGAIN, type LookAgain } from './look-again.ts'
import { checkStillSold, priceAnew, priceBasket, priceChanged, totalsOf } from './price-basket.ts'
import { captureHold } from './settle-capture.ts'
import { tellNotKept } from './tell-not-kept.ts'
import { type Buyer, bodyHash, lockVisitor, repeatsSince } from './visitor.ts'

type Placed = { id: number; receiptUrl: string }

/** What is ordered, under which fingerprint, and by whom. `basket` is missing where the payment's own quote is all there is: then nobody asks, and a refusal is told by mail. */
type Wanted = { orderData: QuotedBasket['orderData']; hash: string; buyer: Buyer; basket: Basket | null }

/** When the provider says that the hold was placed. */
type Held = Pick<Intent, 'heldAt'>

/** What a buyer asks for now. */
export function askedFor(basket: Basket, buyer: Buyer): Wanted {
  return { orderData: basket.orderData, hash: bodyHash(basket), buyer, basket }
}

/** What a payment was begun for, when nobody is there to ask again; null for one without a basket. */
export function quotedFor({ basket, body_hash, checkout_key, visitor_hash }: PaymentRow): Wanted | null {
  if (!basket || !body_hash) return null
  const buyer = { checkoutKey: checkout_key, visitorHash: visitor_hash }
  return { orderData: basket.orderData, hash: body_hash, buyer, basket: null }
}

/**
 * Turns an open payment whose hold stands into an order, and then captures it: the one way to an order, whoever asks. Stock,
 * order and payment move in one transaction, before any money does; a refusal takes nothing and releases the hold.
 * @throws Refusal 'sold-out', 'price-changed', 'product-gone', 'delivery-not-allowed', 'payment-lapsed'
 */
export async function completePayment(
  shop: Shop,
  payment: PaymentRow,
  wanted: Wanted & Held,
): Promise<PlacedOrder | LookAgain> {
  const placed = await placeInside(shop, payment, wanted)
  if (placed === LOOK_AGAIN) return LOOK_AGAIN
  const held: PaymentRow = { ...payment, state: 'capturing', order_id: placed.id }
  return { ...placed, paymentStatus: await captureHold(shop, held), testMode: !payment.livemode }
}

async function placeInside(shop: Shop, payment: PaymentRow, wanted: Wanted & Held): Promise<Placed | LookAgain> {
  try {
    return await write(shop.db, (tx, tell) => place(tx, tell, payment, { ...wanted, at: shop.now() }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const set = { error_code: error.code, error_message: error.message }
    const move = { id: payment.id, from: 'open', to: 'canceling', at: shop.now(), set } as const
    const moved = await write(shop.db, async (tx) => {
      if (!(await movePayment(tx, move))) return false
      if (!wanted.basket) await tellNotKept(tx, payment, error, move.at)
      return true
    })
    if (!moved) return LOOK_AGAIN
    shop.later('release a hold', () => voidPayment(shop, payment.id))
    if (!wanted.basket) shop.later('send mails', () => sendMails(shop))
    throw error
  }
}

async function place(
  tx: Db,
  tell: Tell,
  payment: PaymentRow,
  wanted: Wanted & Held & { at: Date },
): Promise<Placed | LookAgain> {
  const { orderData, hash, buyer, at } = wanted
  if (!(await touchOpenPayment(tx, payment.id, at))) return LOOK_AGAIN
  if (!buyer.checkoutKey && buyer.visitorHash) {
    await lockVisitor(tx, buyer.visitorHash, at)
    const same = { visitorHash: buyer.visitorHash, bodyHash: hash, since: repeatsSince(at) }
    if (await findOrderOfVisitor(tx, same)) return LOOK_AGAIN
  }
  const lines = await agreedLines(tx, payment, wanted)
  const totals = totalsOf(lines, orderData.deliveryMethod)
  if (totals.total !== payment.amount_cents) throw priceChanged(totals.total)
  checkStillSold(await takeStock(tx, lines))
  const row = orderRow({ ...wanted, totals })
  const orderId = await recordOrder(tx, row, lines)
  await recordMovements(tx, lines, { reason: 'sold', orderId, at })
  await movePayment(tx, { id: payment.id, from: 'open', to: 'capturing', at, set: { order_id: orderId } })
  tell({ kind: 'stock', productIds: lines.map((line) => line.productId) })
  tell({ kind: 'orders', orderId, isNew: true })
  return { id: orderId, receiptUrl: receiptPath(row.receipt_secret) }
}

/** The lines as they were quoted when the payment was made; without a quote, or when its time is over, at today's prices. */
async function agreedLines(
  tx: Db,
  payment: PaymentRow,
  { basket, heldAt, at }: Pick<Agreed, 'basket' | 'heldAt' | 'at'>,
): Promise<PricedLine[]> {
  if (payment.basket)
    return keepsItsPrice(payment, heldAt, at) ? payment.basket.lines : priceAnew(tx, payment.basket.lines)
  return basket ? (await priceBasket(tx, basket)).lines : []
}

type Agreed = Wanted & Held & { at: Date; totals: ReturnType<typeof totalsOf> }

function orderRow({ orderData, hash, buyer, at, totals }: Agreed) {
  const pickup = orderData.deliveryMethod === 'pickup'
  return {
    checkout_key: buyer.checkoutKey,
    body_hash: hash,
    visitor_hash: buyer.visitorHash,
    status: 'pending' as const,
    stock_taken: true,
    subtotal_cents: totals.subtotal,
    delivery_cents: totals.delivery,
    total_cents: totals.total,
    receipt_secret: randomBytes(16).toString('base64url'),
    customer_name: orderData.customerName,
    customer_email: orderData.customerEmail,
    customer_phone: orderData.customerPhone,
    delivery_method: orderData.deliveryMethod,
    shipping_address: pickup ? null : JSON.stringify(orderData.shippingAddress),
    pickup_location: pickup ? orderData.pickupLocation : null,
    pickup_date: pickup ? pickupDay(at) : null,
    notes: orderData.notes,
    created_at: at.toISOString(),
  }
}
