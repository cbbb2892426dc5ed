import type { Selectable } from 'kysely'
import { canDeliver, type DeliveryTerms, deliveryFee } from '#contract/calendar/delivery.ts'
import {
  type Cents,
  formatDollars,
  MAX_CHARGE,
  MIN_CHARGE,
  nearestCents,
  sum,
  times,
} from '#contract/money/money.ts'
import type { Basket, ClaimedLine, OrderData, ShippingAddress } from '#contract/orders/orders.ts'
import type { Season } from '#contract/time/season.ts'
import { hasCome } from '#server/core/due.ts'
import { hashOfJson, withSortedFields } from '#server/core/hash.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { PricedLine, QuotedBasket, Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { pauseMessage, readTerms } from '#server/features/calendar/calendar-queries.ts'
import { checkNotPaused, chooseDay, quotedDay } from '#server/features/calendar/choose-day.ts'
import { notOpenYet, seasonOfRow } from '#server/features/calendar/day-room.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { checkStock } from '#server/features/stock/move-stock.ts'
import type { Shop } from '#server/shop.ts'
import { chooseDayOf, findFirstOrder } from './add-to-order.ts'
import { ATTEMPT, type PaymentRow } from './payment-record.ts'

export type Totals = { subtotal: Cents; delivery: Cents; total: Cents }
type PricedBasket = {
  /** `isLimited`: some market days limit it or are outside its season. */
  lines: (PricedLine & { stock: number; isLimited: boolean; season: Season | null })[]
  totals: Totals
}

/**
 * Prices a basket at today's prices and checks what the client claims. Lines of one product become
 * one.
 * @throws Refusal 'product-gone', 'price-changed', 'delivery-not-allowed', 'invalid'
 */
export async function priceBasket(db: Db, basket: Basket): Promise<PricedBasket> {
  const lines = await priceLines(db, mergeLines(basket.items))
  const { orderData } = basket
  const terms = await readTerms(db, orderData)
  const least = orderData.paymentMethod === 'at_pickup' ? ONE_CENT : MIN_CHARGE
  const totals = totalsOf(lines, orderData.deliveryMethod, terms, least)
  checkClaims(basket, lines, totals)
  return { lines, totals }
}

/** A quoted basket at today's prices. @throws Refusal 'product-gone', 'delivery-not-allowed' */
export async function priceAnew(db: Db, { orderData, lines: quoted }: QuotedBasket) {
  const wanted = new Map(quoted.map(({ productId, quantity }) => [productId, quantity]))
  const lines = (await priceLines(db, wanted)).map(quotedLine)
  const terms = await readTerms(db, orderData)
  return { lines, totals: totalsOf(lines, orderData.deliveryMethod, terms) }
}

/** A line as stored with its payment: no season, since its day is settled. */
function quotedLine(priced: PricedBasket['lines'][number]) {
  const { stock: _, isLimited: __, season: ___, ...line } = priced
  return line
}

async function priceLines(
  db: Db,
  wanted: ReadonlyMap<number, number>,
): Promise<PricedBasket['lines']> {
  const { rows: products } = await selectForSale(db, [...wanted.keys()])
  const byId = new Map(products.map((product) => [product.id, product]))
  return [...wanted].map(([productId, quantity]) => {
    const product = byId.get(productId)
    if (!product)
      throw new Refusal(
        'product-gone',
        'One of these products is no longer sold. Please look at your cart again.',
      )
    return {
      productId,
      name: product.name,
      quantity,
      unitCents: product.price_cents,
      ...weighOf(product),
      stock: product.stock,
      isLimited: product.day_limited,
      season: seasonOfRow(product),
    }
  })
}

const selectForSale = prepared((db, ids: number[]) =>
  db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'stock', 'day_limited'])
    .select(['weigh_unit', 'weigh_cents', 'weigh_to', 'season_from', 'season_until'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null),
)

export type Weighed = Pick<
  Selectable<Tables['products']>,
  'weigh_unit' | 'weigh_cents' | 'weigh_to'
>

export function weighOf({ weigh_unit: unit, weigh_cents: cents, weigh_to: to }: Weighed) {
  return unit && cents && to ? { weigh: { unit, cents, to } } : {}
}

/** Totals with the delivery zone's fee. @throws Refusal 'delivery-not-allowed', 'invalid' */
function totalsOf(
  lines: readonly PricedLine[],
  method: 'pickup' | 'shipping',
  terms: DeliveryTerms,
  least?: Cents,
): Totals {
  const subtotal = subtotalOf(lines)
  if (method === 'shipping' && !canDeliver(subtotal, terms)) {
    throw new Refusal(
      'delivery-not-allowed',
      `Delivery is for orders of ${formatDollars(terms.minimum)} or more. Please choose pickup.`,
    )
  }
  const way = method === 'shipping' ? 'delivery' : 'pickup'
  return addUp(lines, deliveryFee(way, subtotal, terms), least)
}

function subtotalOf(lines: readonly PricedLine[]): Cents {
  return sum(...lines.map((line) => times(line.unitCents, line.quantity)))
}

/** The least total of an order that isn't paid by card. */
export const ONE_CENT = 1 as Cents

/** Totals with an agreed fee. @throws Refusal 'invalid' */
export function addUp(
  lines: readonly PricedLine[],
  delivery: Cents,
  least: Cents = MIN_CHARGE,
): Totals {
  const subtotal = subtotalOf(lines)
  const total = sum(subtotal, delivery)
  if (total < least)
    throw new Refusal('invalid', `The minimum card payment is ${formatDollars(MIN_CHARGE)}.`)
  if (total > MAX_CHARGE) throw new Refusal('invalid', 'That is more than one card payment allows.')
  return { subtotal, delivery, total }
}

export function priceChanged(total: Cents): Refusal {
  return new Refusal(
    'price-changed',
    `Prices have changed: the total is now ${formatDollars(total)}.`,
  )
}

function mergeLines(items: readonly ClaimedLine[]): Map<number, number> {
  const quantities = new Map<number, number>()
  for (const item of items)
    quantities.set(item.productId, (quantities.get(item.productId) ?? 0) + item.quantity)
  return quantities
}

/** Compares whole cents, since clients may add floats. Claims are never stored. */
function checkClaims(basket: Basket, lines: readonly PricedLine[], totals: Totals): void {
  const claimed = new Map(lines.map(({ productId, unitCents }) => [productId, unitCents]))
  const lies = basket.items.some((item) => nearestCents(item.price) !== claimed.get(item.productId))
  if (lies || nearestCents(basket.orderData.total) !== totals.total)
    throw priceChanged(totals.total)
}

/** Until the payment expires, and then if the provider dates its hold before that. Needs no job. */
export function isQuoteValid(
  { expires_at }: Pick<PaymentRow, 'expires_at'>,
  heldAt: Date | null,
  at: Date,
): boolean {
  if (!hasCome(expires_at, at, ATTEMPT)) return true
  return heldAt !== null && heldAt.toISOString() < expires_at
}

export function bodyHash({ orderData, items }: Basket): string {
  return hashOfJson(withSortedFields({ orderData, items }))
}

/** @throws Refusal 'price-changed', 'sold-out', 'product-gone', 'day-full', 'day-closed', … */
export async function quoteBasket(
  db: Db,
  { basket, amount }: { basket: Basket; amount: Cents },
  at: Date,
): Promise<Omit<QuotedBasket, 'orderData'>> {
  const { orderData } = basket
  const first = await findFirstOrder(db, orderData, { lock: false })
  const { lines, totals } = await priceBasket(db, basket)
  if (totals.total !== amount) throw priceChanged(totals.total)
  checkStock(lines)
  const limited = lines.filter(({ isLimited }) => isLimited)
  const marketDay = first
    ? await chooseDayOf(db, first, orderData, at, { lines: limited })
    : quotedDay((await chooseDay(db, orderData, at, { lines: limited })).marketDay)
  return { lines: lines.map(quotedLine), deliveryCents: totals.delivery, marketDay }
}

/**
 * A hold below the price of the cheapest product can't become an order.
 * @throws Refusal 'paused', 'invalid'
 */
export async function checkAmount({ db, now }: Shop, amount: Cents): Promise<void> {
  const sold = db.selectFrom('products').where('archived_at', 'is', null)
  const { rows } = await selectEnough(db, { at: now().toISOString(), amount })
  checkNotPaused(rows[0]?.pause ?? null)
  if (!rows[0]?.place) throw notOpenYet()
  if (rows[0]?.enough) return
  const { least } = await sold
    .select((row) => row.fn.min('price_cents').as('least'))
    .executeTakeFirstOrThrow()
  if (least === null) return
  throw invalidField('amount', `That is less than our lowest price (${formatDollars(least)}).`)
}

const selectEnough = prepared((db, { at, amount }: { at: string; amount: Cents }) => {
  const sold = db.selectFrom('products').select('id').where('archived_at', 'is', null)
  return db.selectNoFrom([
    pauseMessage(at).as('pause'),
    sold.where('price_cents', '<=', amount).limit(1).as('enough'),
    db.selectFrom('places').select('id').where('retired_at', 'is', null).limit(1).as('place'),
  ])
})

export async function withUsState(db: Db, order: OrderData): Promise<OrderData> {
  const to = order.shippingAddress
  if (to?.state !== '') return order
  return { ...order, shippingAddress: { ...to, state: await stateOf(db, to) } }
}

export async function stateOf(db: Db, { state }: ShippingAddress): Promise<string> {
  return state || (await readSetting(db, 'default_state'))
}
