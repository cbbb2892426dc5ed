import { type Cents, cents, formatDollars } from '#contract/money/money.ts'
import { shareOf } from '#contract/money/standing.ts'
import type {
  ChangeDraft,
  ChangeLine,
  ChangeOutcome,
  OverLimit,
} from '#contract/orders/order-changes.ts'
import { impossible, Refusal } from '#server/core/refusal.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import {
  type DayWithPlace,
  findDay,
  hasRoom,
  requireDay,
} from '#server/features/calendar/choose-day.ts'
import {
  type LimitedLine,
  listLimits,
  soldOutForDay,
} from '#server/features/calendar/day-limits.ts'
import {
  hasLeft,
  listOrderLines,
  type OrderRow,
  type StandingLine,
} from '#server/features/checkout/order-record.ts'
import { findPaymentOfOrder, type PaymentRow } from '#server/features/checkout/payment-record.ts'
import { refundableCents } from '#server/features/checkout/send-refunds.ts'
import type { Shop } from '#server/shop.ts'
import { checkZone } from './move-order.ts'
import { orderCancelled, requireOrderRow } from './order-queries.ts'
import { checkTarget } from './plan-closing.ts'
import { EACH_ONCE, listOffers, type Offer, priceFault, requireOffer } from './plan-phone-order.ts'
import { ofCard, showAmounts } from './show-order.ts'

/** `units` and `cents` are negative for removed goods. */
export type PlannedLine = {
  productId: number
  name: string
  units: number
  cents: number
  goods: 'sellable' | 'missing' | null
}

/** `delta`: the change in the order's value, lines and fee, in cents; never above 0. */
export type PlannedChange = { lines: PlannedLine[]; delta: number }

type Facts = {
  standing: readonly StandingLine[]
  offers: readonly Offer[]
  /** The change in the delivery fee, in cents; never above 0. */
  delivery: number
}

/**
 * What a change does to an order's lines. Removed goods are worth their share of the agreed price;
 * added goods cost at most the shop's price, and no more than what was removed.
 * @throws Refusal 'change-impossible', 'product-gone'
 */
export function planChange(
  drafts: readonly ChangeLine[],
  { standing, offers, delivery }: Facts,
): PlannedChange {
  if (new Set(drafts.map(({ productId }) => productId)).size < drafts.length)
    throw impossible(EACH_ONCE)
  const lines = drafts.map((draft, index) =>
    draft.units < 0 ? whatGoes(draft, standing, index) : whatComes(draft, offers, index),
  )
  const delta = lines.reduce((sum, line) => sum + line.cents, delivery)
  if (delta > 0) {
    const more = formatDollars(cents(delta))
    throw impossible(
      `That adds ${more} the card was not charged for. Lower the price, or ask the customer to place a new order.`,
    )
  }
  const left = standing.reduce((sum, { quantity }) => sum + quantity, 0)
  if (lines.reduce((sum, { units }) => sum + units, left) === 0)
    throw impossible('That leaves nothing of the order. Please cancel it instead.')
  return { lines, delta }
}

function whatGoes(
  { productId, units, goods = 'sellable' }: ChangeLine,
  standing: readonly StandingLine[],
  index: number,
): PlannedLine {
  const line = standing.find((one) => one.productId === productId)
  if (!line || line.quantity < -units)
    throw impossible(
      line
        ? `This order has only ${line.quantity} of ${line.name}.`
        : 'This product is not in the order.',
      `lines.${index}.units`,
    )
  return { productId, name: line.name, units, cents: 0 - shareOf(line, -units), goods }
}

function whatComes(
  { productId, units, price }: ChangeLine,
  offers: readonly Offer[],
  index: number,
): PlannedLine {
  const offer = requireOffer(offers, productId)
  const charged = price ?? offer.price_cents
  const fault = priceFault(offer, charged)
  if (fault !== null) throw impossible(fault, `lines.${index}.price`)
  return { productId, name: offer.name, units, cents: charged * units, goods: null }
}

/** `refunded`: to the card. `delivery`: how much the fee falls. `to`: the new day. */
export type Plan = PlannedChange & { refunded: Cents; delivery: number; to: DayWithPlace | null }

/**
 * What a change would do to an order now.
 * @throws Refusal 'order-cancelled', 'change-impossible', 'product-gone', 'invalid',
 * 'delivery-not-here', 'not-now'
 */
export async function planFor(
  db: Db,
  order: OrderRow,
  payment: PaymentRow | null,
  { lines, moveTo }: ChangeDraft,
  at: Date,
): Promise<Plan> {
  checkMayChange(order, payment)
  const to = moveTo ? await findNewDay(db, order, moveTo, at) : null
  if (lines.length === 0 && !to) throw impossible('Please change something first.')
  const becomesPickup = order.delivery_method === 'shipping' && to?.place.kind === 'pickup'
  const delivery = becomesPickup ? 0 - order.delivery_cents : 0
  const ids = lines.filter(({ units }) => units > 0).map(({ productId }) => productId)
  const [standing, offers] = [await listOrderLines(db, order.id), await listOffers(db, ids)]
  const planned = planChange(lines, { standing, offers, delivery })
  const left = payment?.state === 'captured' ? await refundableCents(db, payment) : 0
  return { ...planned, refunded: cents(Math.min(0 - planned.delta, left)), delivery, to }
}

/** Same rules as for a move, but a delivery may also become a pickup. @throws Refusal 'invalid' */
export async function findNewDay(
  db: Db,
  order: OrderRow,
  id: number,
  at: Date,
): Promise<DayWithPlace> {
  const to = await findDay(db, id)
  const kind = order.delivery_method === 'pickup' ? 'pickup' : to?.place.kind
  checkTarget({ dayId: order.market_day_id, kind: kind ?? 'delivery' }, to, at)
  checkZone(order, to)
  return to
}

/** @throws Refusal 'order-cancelled', 'change-impossible', 'not-now' */
function checkMayChange(order: OrderRow, payment: PaymentRow | null): void {
  if (order.status === 'cancelled') throw orderCancelled(order.id)
  if (hasLeft(order))
    throw impossible(
      `Order #${order.id} has already left the farm. You can still refund a part of it.`,
    )
  if (payment?.state === 'capturing' || payment?.state === 'canceling')
    throw new Refusal('not-now', 'The payment is still processing. Try again in a minute.', {
      retryAfter: 60,
    })
}

/** @throws Refusal as `changeOrder` */
export function previewChange(shop: Shop, id: number, draft: ChangeDraft): Promise<ChangeOutcome> {
  return snapshot(shop.db, async (db) => {
    const order = await requireOrderRow(db, id)
    const plan = await planFor(db, order, await findPaymentOfOrder(db, id), draft, shop.now())
    const overLimits = await findOverLimits(db, order, plan)
    const shown = { ...showPlan(plan, order), ...aboutBuyer(shop, order), isChanged: false }
    return overLimits.length > 0 ? { ...shown, overLimits } : shown
  })
}

export function rowOf({ lines, delivery, delta, refunded }: Plan) {
  return {
    delivery_cents: delivery,
    delta_cents: delta,
    refunded_cents: refunded,
    forgone_cents: 0 - delta - refunded,
    lines: lines.map(({ productId: product_id, ...line }) => ({ product_id, ...line })),
  }
}

export function showPlan(plan: Plan, order: OrderRow) {
  const { to } = plan
  const most = to && !hasRoom(to) ? to.taken + 1 : null
  return { ...showAmounts(rowOf(plan)), ...ofCard(order), revision: order.revision, most }
}

export function aboutBuyer({ mail }: Shop, { customer_email }: OrderRow) {
  return { canNotifyBuyer: mail !== null && customer_email !== '' }
}

/** Goods of a moved order may exceed the limits, added ones may not. @throws Refusal 'sold-out' */
async function findOverLimits(db: Db, order: OrderRow, plan: Plan): Promise<OverLimit[]> {
  const dayId = plan.to?.id ?? order.market_day_id
  const lines = await linesForDay(db, order, plan)
  if (dayId === null || lines.length === 0) return []
  const over: OverLimit[] = []
  for (const { product_id, most, taken } of await listLimits(db, [dayId], lines)) {
    const line = lines.find(({ productId }) => productId === product_id)
    if (!line || taken + line.quantity <= most) continue
    const { name, quantity } = line
    const comesIn = plan.lines.some(({ productId, units }) => productId === product_id && units > 0)
    const left = Math.max(0, most - taken)
    if (comesIn) throw soldOutForDay({ name, left }, await requireDay(db, dayId))
    over.push({ name, units: taken + quantity, most })
  }
  return over
}

async function linesForDay(db: Db, order: OrderRow, { lines, to }: Plan): Promise<LimitedLine[]> {
  const units = new Map<number, LimitedLine>()
  const standing = to ? await listOrderLines(db, order.id) : []
  for (const { productId, name, quantity } of standing)
    units.set(productId, { productId, name, quantity })
  for (const { productId, name, units: more } of lines) {
    const quantity = (units.get(productId)?.quantity ?? 0) + more
    if (to || more > 0) units.set(productId, { productId, name, quantity })
  }
  return [...units.values()].filter(({ quantity }) => quantity > 0)
}
