import { coversZip } from '#contract/calendar/delivery.ts'
import {
  type Cents,
  formatDollars,
  MAX_CHARGE,
  nearestCents,
  sum,
  times,
} from '#contract/money/money.ts'
import type { PhoneOrderDraft } from '#contract/orders/phone-orders.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import type { PricedLine } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { listZones, termsOf, zoneOf } from '#server/features/calendar/calendar-queries.ts'
import { type DayWithPlace, findDay } from '#server/features/calendar/choose-day.ts'
import { priceChanged, type Weighed, weighOf } from '#server/features/checkout/price-basket.ts'

/** `day`: null for a delivery without one. `gifts`: free lines. */
export type PhonePlan = {
  day: DayWithPlace | null
  lines: PricedLine[]
  gifts: PricedLine[]
  subtotal: Cents
  delivery: Cents
  total: Cents
}

/** @throws Refusal 'product-gone', 'price-changed', 'day-closed', 'delivery-not-here', 'invalid' */
export async function planPhoneOrder(db: Db, draft: PhoneOrderDraft, at: Date): Promise<PhonePlan> {
  const day = draft.marketDayId === null ? null : await openDay(db, draft.marketDayId, at)
  // Goods added to an order travel with it, so there is no fee.
  const fee = draft.addTo === undefined ? await feeOf(db, draft, day) : null
  const priced = await priceItems(db, draft.items)
  const lines = priced.filter(({ unitCents }) => unitCents > 0)
  const gifts = priced.filter(({ unitCents }) => unitCents === 0)
  if (lines.length === 0) throw invalidField('items', ALL_FREE)
  const subtotal = sum(...lines.map((line) => times(line.unitCents, line.quantity)))
  const delivery = fee === null ? (0 as Cents) : (draft.deliveryFee ?? fee)
  const total = sum(subtotal, delivery)
  if (total > MAX_CHARGE) throw new Refusal('invalid', 'That is more than one order allows.')
  if (nearestCents(draft.total) !== total) throw priceChanged(total)
  return { day, lines, gifts, subtotal, delivery, total }
}

const ALL_FREE = 'Please charge for at least one item. What you only give away belongs under Sell.'

async function openDay(db: Db, id: number, at: Date): Promise<DayWithPlace> {
  const day = await findDay(db, id)
  const isOver = day !== null && day.closes_at <= at.toISOString()
  if (day && day.state === 'open' && !isOver) return day
  if (!day) throw new Refusal('invalid', 'Please choose a day and place.', MARKET_DAY)
  const what = isOver ? 'over' : 'closed'
  throw new Refusal('day-closed', `That market day is ${what}.`, MARKET_DAY)
}

const MARKET_DAY = { field: 'marketDayId' }

/** The delivery zone's fee; null for a pickup. @throws Refusal 'invalid', 'delivery-not-here' */
async function feeOf(db: Db, { shippingAddress: to }: PhoneOrderDraft, day: DayWithPlace | null) {
  if (day?.place.kind === 'pickup') {
    if (!to) return null
    throw new Refusal('invalid', 'A pickup has no address to deliver to.', ADDRESS)
  }
  if (!to) {
    if (!day) throw new Refusal('invalid', 'Please choose a day and place.', MARKET_DAY)
    throw new Refusal('invalid', 'Please enter the street address.', ADDRESS)
  }
  if (!day) return termsOf(zoneOf(await listZones(db), to, ANYWHERE)).fee
  if (coversZip(day.place, to.zipCode)) return termsOf(day.place).fee
  throw new Refusal('delivery-not-here', `${day.place.name} does not cover ${to.zipCode}.`, ZIP)
}

/** The farmer decides where to drive, so no state is refused. */
const ANYWHERE = { state: null, phone: '' }

const ADDRESS = { field: 'shippingAddress.address' }
const ZIP = { field: 'shippingAddress.zipCode' }

async function priceItems(db: Db, items: PhoneOrderDraft['items']): Promise<PricedLine[]> {
  const ids = items.map(({ productId }) => productId)
  if (new Set(ids).size < ids.length) throw invalidField('items', EACH_ONCE)
  const offers = await listOffers(db, ids)
  return items.map(({ productId, quantity, price }, index) => {
    const offer = requireOffer(offers, productId, `items.${index}.productId`)
    const fault = priceFault(offer, price)
    if (fault !== null) throw invalidField(`items.${index}.price`, fault)
    // An agreed price is fixed, whatever the goods weigh.
    const weigh = price === offer.price_cents ? weighOf(offer) : {}
    return { productId, name: offer.name, quantity, unitCents: price, ...weigh }
  })
}

export type Offer = { id: number; name: string; price_cents: Cents }

export const EACH_ONCE = 'Please list each product only once.'

export function listOffers(db: Db, ids: readonly number[]): Promise<(Offer & Weighed)[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents', 'weigh_unit', 'weigh_cents', 'weigh_to'])
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .execute()
}

/** `field` is the input that named the product. @throws Refusal 'product-gone' */
export function requireOffer<One extends Offer>(
  offers: readonly One[],
  id: number,
  field?: string,
): One {
  const offer = offers.find((one) => one.id === id)
  if (offer) return offer
  throw new Refusal('product-gone', 'This product is no longer sold.', field ? { field } : {})
}

export function priceFault({ name, price_cents: most }: Offer, price: Cents): string | null {
  if (price <= most) return null
  return `${name} is ${formatDollars(most)}. Please ask for that or less.`
}
