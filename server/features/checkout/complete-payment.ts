import { randomBytes } from 'node:crypto'
import type { Basket, PlacedOrder } from '#contract/orders/orders.ts'
import { receiptPath } from '#contract/orders/receipt-link.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isReferenceGone } from '#server/db/database-errors.ts'
import type { PricedLine, QuotedBasket, QuotedDay } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { readTerms } from '#server/features/calendar/calendar-queries.ts'
import {
  chooseDay,
  type DayRequest,
  quotedDay,
  refusalOfDays,
} from '#server/features/calendar/choose-day.ts'
import {
  GRACE,
  isOverLimit,
  type LimitedLine,
  takeRoom,
} from '#server/features/calendar/day-room.ts'
import { recordMovements, takeStock } from '#server/features/stock/move-stock.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { captureHold } from './capture.ts'
import { abandonLater } from './holds.ts'
import { findOrderOfVisitor, recordOrder } from './order-record.ts'
import { type Buyer, lockVisitor, type PaymentRow } from './payment-record.ts'
import {
  addUp,
  checkStillSold,
  isQuoteValid,
  priceAnew,
  priceBasket,
  priceChanged,
  type Totals,
  totalsOf,
} from './price-basket.ts'
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
 * Turns an open payment with a standing hold into an order and captures it; there is no other way
 * to an order. Stock, order and payment move in one transaction before any money does; a refusal
 * takes nothing and releases the hold.
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
  return { ...placed, paymentStatus, testMode: !payment.livemode }
}

type RecordedOrder = Pick<PlacedOrder, 'id' | 'receiptUrl'>

async function recordOrderOrReleaseHold(
  shop: Shop,
  payment: PaymentRow,
  request: OrderRequest,
): Promise<RecordedOrder> {
  try {
    return await placeOnMarketDay(shop, request.orderData, (attempt) =>
      write(shop.db, (tx, emit) => recordInside(tx, emit, payment, { ...request, ...attempt })),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const missed = request.basket ? null : payment
    if (!(await abandonLater(shop, payment.id, { refusal: error, missed })))
      throw new ConcurrentUpdate()
    if (!request.basket) shop.sendMails()
    throw error
  }
}

type OrderAt = OrderRequest & Attempt

async function recordInside(
  tx: Db,
  emit: Emit,
  payment: PaymentRow,
  request: OrderAt,
): Promise<RecordedOrder> {
  const { id, amount_cents } = payment
  const { at } = request
  if (!(await lockOpenPayment(tx, id))) throw new ConcurrentUpdate()
  await requireFirstOfVisitor(tx, request)
  const lines = await resolveLines(tx, payment, request)
  const totals = await resolveTotals(tx, payment, request, lines)
  if (totals.total !== amount_cents) throw priceChanged(totals.total)
  const taken = await takeStock(tx, lines)
  checkStillSold(taken)
  const marketDay = await resolveDay(tx, payment, request, taken.limited)
  const row = orderRow(request, totals, marketDay)
  const orderId = await recordOrder(tx, row, lines)
  await requireRoom(tx, marketDay, taken.limited)
  await recordMovements(tx, lines, { reason: 'sold', orderId, at })
  await movePayment(tx, { id, from: 'open', to: 'capturing', at, set: { order_id: orderId } })
  emit({ kind: 'stock', productIds: lines.map((line) => line.productId) })
  emit({ kind: 'orders', orderId, isNew: true })
  return { id: orderId, receiptUrl: receiptPath(row.receipt_secret) }
}

/** Without a key, two calls for one order may each have a payment. @throws ConcurrentUpdate */
async function requireFirstOfVisitor(tx: Db, { buyer, hash, at }: OrderAt): Promise<void> {
  const { checkoutKey, visitorHash } = buyer
  if (checkoutKey || !visitorHash) return
  await lockVisitor(tx, visitorHash, at)
  if (await findOrderOfVisitor(tx, { visitorHash, hash, at })) throw new ConcurrentUpdate()
}

type ResolvedLine = PricedLine & Pick<LimitedLine, 'season'>

/**
 * As quoted with the payment; without a quote, or after it expired, at today's prices. Only
 * unquoted lines carry a season.
 */
async function resolveLines(
  tx: Db,
  payment: PaymentRow,
  { basket, heldAt, at }: OrderAt,
): Promise<ResolvedLine[]> {
  if (!payment.basket) return basket ? (await priceBasket(tx, basket)).lines : []
  return isQuoteValid(payment, heldAt, at)
    ? payment.basket.lines
    : priceAnew(tx, payment.basket.lines)
}

async function resolveTotals(
  tx: Db,
  { basket, expires_at }: PaymentRow,
  { orderData, heldAt, at }: OrderAt,
  lines: readonly PricedLine[],
): Promise<Totals> {
  const quoted = basket?.deliveryCents
  if (quoted !== undefined && isQuoteValid({ expires_at }, heldAt, at)) return addUp(lines, quoted)
  return totalsOf(lines, orderData.deliveryMethod, await readTerms(tx, orderData))
}

function orderRow(
  { orderData, hash, buyer, at }: OrderAt,
  totals: Totals,
  marketDay: QuotedDay | null,
) {
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
    pickup_date: pickup ? (marketDay?.day ?? null) : null,
    market_day_id: marketDay?.id ?? null,
    order_until: marketDay?.orderUntil ?? null,
    pickup_name: pickup ? orderData.pickupName || null : null,
    is_gift: orderData.isGift ?? false,
    if_short: orderData.ifShort ?? null,
    notes: orderData.notes,
    created_at: at.toISOString(),
  }
}

type Attempt = { at: Date; tried: readonly number[]; full: readonly number[] }

class DayWithoutRoom extends Error {
  readonly marketDayId: number
  readonly isFull: boolean
  readonly limited: readonly LimitedLine[]

  constructor(marketDayId: number, isFull: boolean, limited: readonly LimitedLine[]) {
    super('The day has no room left.')
    this.marketDayId = marketDayId
    this.isFull = isFull
    this.limited = limited
  }
}

const MAX_DAYS = 3

/**
 * Records an order on the day it names. One that names none moves to the next day if another order
 * takes the last room or units.
 * @throws Refusal 'day-full', 'sold-out', 'day-closed', 'place-closed'
 */
async function placeOnMarketDay<T>(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  request: DayRequest,
  record: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const tried: number[] = []
  const full: number[] = []
  for (;;) {
    const at = now()
    try {
      return await record({ at, tried, full })
    } catch (error) {
      // The farmer just removed the day; the retry finds it gone.
      if (isReferenceGone(error, 'orders_market_day_id_fkey')) continue
      if (!(error instanceof DayWithoutRoom)) throw error
      tried.push(error.marketDayId)
      if (error.isFull) full.push(error.marketDayId)
      const { limited: lines } = error
      if (request.day || tried.length === MAX_DAYS)
        throw await refusalOfDays(db, request, at, { passed: full, lines })
    }
  }
}

/**
 * Takes room for an order just inserted, after its units are counted; others ordering the same
 * products wait.
 * @throws DayWithoutRoom
 */
async function requireRoom(
  tx: Db,
  day: QuotedDay | null,
  limited: readonly LimitedLine[],
): Promise<void> {
  if (!day) return
  if (await isOverLimit(tx, day, limited)) throw new DayWithoutRoom(day.id, false, limited)
  if ((await takeRoom(tx, day.id)) !== 'taken') throw new DayWithoutRoom(day.id, true, limited)
}

/**
 * The day promised when the payment began, while it can still be completed; without a promise, the
 * day a buyer starting then would get.
 * @throws Refusal 'day-closed', 'day-full', 'sold-out', 'place-closed'
 */
async function resolveDay(
  tx: Db,
  { basket, created_at }: PaymentRow,
  { orderData, at, tried, full }: Attempt & { orderData: DayRequest },
  lines: readonly LimitedLine[],
): Promise<QuotedDay | null> {
  const quoted = basket?.marketDay
  if (quoted === null) return null
  const isInTime = quoted && at.getTime() < Date.parse(quoted.orderUntil) + GRACE
  if (quoted && isInTime && !tried.includes(quoted.id)) return quoted
  const begun = new Date(Math.max(Date.parse(created_at), at.getTime() - GRACE))
  const { marketDay } = await chooseDay(tx, orderData, begun, {
    passed: full,
    isBegun: true,
    lines,
  })
  return quotedDay(marketDay)
}
