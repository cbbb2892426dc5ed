import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import { receiptPath } from '#contract/orders/receipt-link.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isReferenceGone } from '#server/db/database-errors.ts'
import type { PricedLine, QuotedBasket, QuotedDay, Tables } from '#server/db/tables.ts'
import type { Db, Emit } from '#server/db/write.ts'
import {
  chooseDay,
  type DayOptions,
  type DayRequest,
  quotedDay,
  refusalOfDays,
} from '#server/features/calendar/choose-day.ts'
import { isOverLimit, type LimitedLine } from '#server/features/calendar/day-limits.ts'
import { GRACE, takeRoom } from '#server/features/calendar/day-room.ts'
import { recordMovements, takeStock } from '#server/features/stock/move-stock.ts'
import type { DbAndClock } from '#server/shop.ts'
import { chooseDayOf, findFirstOrder, sharedWith } from './add-to-order.ts'
import { type OrderRow, recordOrder } from './order-record.ts'
import type { Buyer } from './payment-record.ts'
import type { Totals } from './price-basket.ts'

type NewRow = Omit<
  Insertable<Tables['orders']>,
  'status' | 'stock_taken' | 'receipt_secret' | 'created_at'
>

/** Only unquoted lines carry a season. */
export type NewLine = PricedLine & Pick<LimitedLine, 'season'>

type NewOrder = {
  lines: readonly NewLine[]
  at: Date
  isByPhone?: boolean
  /** Returns the order's row, once its stock is taken; `limited`: lines that some days limit. */
  row: (limited: readonly LimitedLine[]) => Promise<NewRow>
  /** Takes room on the inserted order's day, or throws. */
  takeRoom: (limited: readonly LimitedLine[]) => Promise<void>
}

type NewlyRecorded = { id: number; secret: string; receiptUrl: string }

/**
 * The only way to an order, whoever places it: stock, row, room and movements, in the caller's
 * transaction.
 * @throws Refusal 'sold-out', 'product-gone'
 */
export async function recordNewOrder(
  tx: Db,
  emit: Emit,
  { lines, at, ...order }: NewOrder,
): Promise<NewlyRecorded> {
  const { gone, limited } = await takeStock(tx, lines)
  if (gone[0]) {
    const message = `${gone[0]} is no longer sold. Please look at your cart again.`
    throw new Refusal('product-gone', message)
  }
  const secret = randomBytes(16).toString('base64url')
  const row = {
    status: 'pending' as const,
    stock_taken: true,
    ...(await order.row(limited)),
    receipt_secret: secret,
    created_at: at.toISOString(),
  }
  const id = await recordOrder(tx, row, lines)
  await order.takeRoom(limited)
  await recordMovements(tx, lines, { reason: 'sold', orderId: id, at })
  emit({ kind: 'stock', productIds: lines.map(({ productId }) => productId) })
  emit({ kind: 'orders', orderId: id, isNew: true, ...(order.isByPhone && { isByPhone: true }) })
  return { id, secret, receiptUrl: receiptPath(secret) }
}

/** `quotedDay`: the day promised at `begunAt`; undefined without a promise. */
type WebOrder = Attempt & {
  orderData: QuotedBasket['orderData']
  hash: string
  buyer: Buyer
  paymentMethod: 'card' | 'other'
  lines: readonly NewLine[]
  totals: Totals
  quotedDay: QuotedDay | null | undefined
  begunAt: string
}

/**
 * Records a basket's order on its market day, or in the box of the order it is added to.
 * @throws Refusal 'not-found', 'order-cancelled', 'change-impossible', 'sold-out', 'product-gone',
 * 'day-closed', 'day-full', 'place-closed'
 * @throws DayWithoutRoom
 */
export async function recordWebOrder(tx: Db, emit: Emit, order: WebOrder): Promise<NewlyRecorded> {
  const first = await findFirstOrder(tx, order.orderData, { lock: true })
  let marketDay: QuotedDay | null = null
  return recordNewOrder(tx, emit, {
    ...order,
    row: async (limited) => {
      marketDay = await resolveDay(tx, { ...order, first }, limited)
      const own = webRow(order, marketDay)
      return first ? { ...own, ...(await sharedWith(tx, first)) } : own
    },
    takeRoom: (limited) => requireRoom(tx, marketDay, { lines: limited, isAdded: first !== null }),
  })
}

function webRow(
  { orderData, hash, buyer, totals, paymentMethod }: WebOrder,
  marketDay: QuotedDay | null,
): NewRow {
  const pickup = orderData.deliveryMethod === 'pickup'
  return {
    checkout_key: buyer.checkoutKey,
    body_hash: hash,
    visitor_hash: buyer.visitorHash,
    payment_method: paymentMethod,
    subtotal_cents: totals.subtotal,
    delivery_cents: totals.delivery,
    total_cents: totals.total,
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
    ...giftRow(orderData, pickup),
    if_short: orderData.ifShort ?? null,
    notes: orderData.notes,
  }
}

type Gift = Pick<
  QuotedBasket['orderData'],
  'isGift' | 'giftTo' | 'giftMessage' | 'giftPhone' | 'giftPrices'
>

/** The recipient's phone is only for delivery. */
export function giftRow(gift: Gift, isPickup: boolean) {
  if (!gift.isGift) return { is_gift: false }
  return {
    is_gift: true,
    gift_to: gift.giftTo || null,
    gift_message: gift.giftMessage ?? null,
    gift_phone: (!isPickup && gift.giftPhone) || null,
    gift_prices: gift.giftPrices ?? false,
  }
}

export type Attempt = { at: Date; tried: readonly number[]; full: readonly number[] }

type Look = Pick<DayOptions, 'lines' | 'joins'>

class DayWithoutRoom extends Error {
  readonly found: { marketDayId: number; isFull: boolean; look: Look }

  constructor(found: DayWithoutRoom['found']) {
    super('The day has no room left.')
    this.found = found
  }
}

const MAX_DAYS = 3

/**
 * Records an order on the day it names. One that names none moves to the next day if another order
 * takes the last room or units.
 * @throws Refusal 'day-full', 'sold-out', 'day-closed', 'place-closed'
 */
export async function placeOnMarketDay<T>(
  { db, now }: DbAndClock,
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
      // The farmer just removed the day; the retry won't find it.
      if (isReferenceGone(error, 'orders_market_day_id_fkey')) continue
      if (!(error instanceof DayWithoutRoom)) throw error
      const { marketDayId, isFull, look } = error.found
      tried.push(marketDayId)
      if (isFull) full.push(marketDayId)
      if (request.day || tried.length === MAX_DAYS)
        throw await refusalOfDays(db, request, at, { passed: full, ...look })
    }
  }
}

/** Call after counting its units; orders of the same products wait. @throws DayWithoutRoom */
async function requireRoom(
  tx: Db,
  day: QuotedDay | null,
  { lines, isAdded }: { lines: readonly LimitedLine[]; isAdded: boolean },
): Promise<void> {
  if (!day) return
  const found = { marketDayId: day.id, look: { lines, ...(isAdded ? { joins: day.id } : {}) } }
  if (await isOverLimit(tx, day, lines)) throw new DayWithoutRoom({ ...found, isFull: false })
  if ((await takeRoom(tx, day.id, isAdded)) !== 'taken')
    throw new DayWithoutRoom({ ...found, isFull: true })
}

/**
 * The day promised when the buyer began, while it can still be completed; without a promise, the
 * day that a buyer starting then would get.
 * @throws Refusal 'day-closed', 'day-full', 'sold-out', 'place-closed'
 */
async function resolveDay(
  tx: Db,
  order: WebOrder & { first: OrderRow | null },
  lines: readonly LimitedLine[],
): Promise<QuotedDay | null> {
  const { orderData, quotedDay: quoted, begunAt, first, at, tried, full } = order
  const begun = new Date(Math.max(Date.parse(begunAt), at.getTime() - GRACE))
  const look = { passed: full, isBegun: true, lines }
  if (first) return chooseDayOf(tx, first, orderData, begun, look)
  if (quoted === null) return null
  const isInTime = quoted && at.getTime() < Date.parse(quoted.orderUntil) + GRACE
  if (quoted && isInTime && !tried.includes(quoted.id)) return quoted
  const { marketDay } = await chooseDay(tx, orderData, begun, look)
  return quotedDay(marketDay)
}
