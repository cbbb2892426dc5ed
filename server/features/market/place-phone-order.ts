import { randomUUID } from 'node:crypto'
import { type Cents, toDollars } from '#contract/money/money.ts'
import type { PhoneOrder, PhoneOrderDraft } from '#contract/orders/phone-orders.ts'
import { receiptPath } from '#contract/orders/receipt-link.ts'
import { recordChange } from '#server/core/audit.ts'
import { isToken } from '#server/core/caller.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { requireUnderLimit } from '#server/features/calendar/day-limits.ts'
import { recountRoom, takeRoom } from '#server/features/calendar/day-room.ts'
import { requireStanding, sharedWith } from '#server/features/checkout/add-to-order.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import {
  findOrderOfCheckout,
  lockOrder,
  type OrderRow,
} from '#server/features/checkout/order-record.ts'
import { stateOf } from '#server/features/checkout/price-basket.ts'
import { giftRow, recordNewOrder } from '#server/features/checkout/record-new-order.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { applyPlan } from '#server/features/orders/change-order.ts'
import { isNobody } from '#server/features/orders/erased-columns.ts'
import { noSuchOrder } from '#server/features/orders/order-queries.ts'
import { type PhonePlan, planPhoneOrder } from '#server/features/orders/plan-phone-order.ts'
import { lockProducts } from '#server/features/stock/stock-queries.ts'
import { dayOfMoney, requireWay } from '#server/features/tenders/record-tender.ts'
import type { Shop } from '#server/shop.ts'
import { lockStallDay } from './command-record.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

/**
 * Records, once, an order the farmer took by phone or at the door. It takes stock and room like any
 * other, has no card payment, and may be for a day closed to buyers.
 * @throws Refusal 'order-exists', 'product-gone', 'price-changed', 'sold-out', 'day-closed',
 * 'day-full', 'delivery-not-here', 'invalid', 'card-number-in-text', and those of `requireFirst`
 */
export async function placePhoneOrder(shop: Shop, draft: PhoneOrderDraft): Promise<PhoneOrder> {
  // Its UUID may look like a card number.
  refuseCardNumbers({ ...draft, id: null })
  const place = () => write(shop.db, (tx, emit) => placeInside(tx, emit, { shop, draft }))
  const placed = await place().catch((error: unknown) => {
    // The same order was recorded concurrently; the retry finds it.
    if (isUniqueViolation(error)) return place()
    throw error
  })
  shop.sendMails()
  return isToken() ? { ...placed, receiptUrl: '' } : placed
}

async function placeInside(
  tx: Db,
  emit: Emit,
  { shop, draft }: { shop: Shop; draft: PhoneOrderDraft },
): Promise<PhoneOrder> {
  const known = await findKnown(tx, draft)
  if (known) return { ...known, isMailed: isMailed(shop, known.customer_email) }
  const at = shop.now()
  const first = draft.addTo === undefined ? null : await requireFirst(tx, draft, draft.addTo)
  const plan = await planPhoneOrder(tx, draft, at)
  const paid = draft.paidBy === null ? null : await requireWay(tx, draft.paidBy, 'paidBy')
  const boxDay = paid && (await dayOfMoney(tx, plan.day?.id ?? null, at))
  // Comes before the locks on goods, as for any sale on that day.
  if (boxDay !== null) await lockStallDay(tx, boxDay)
  // Gifts are taken later, so lock all products now, in ID order.
  if (plan.gifts.length > 0) await lockProducts(tx, [...plan.lines, ...plan.gifts])
  const row = first
    ? { ...rowOf(draft, plan), ...(await sharedWith(tx, first)) }
    : { ...rowOf(draft, plan), shipping_address: await addressOf(tx, draft) }
  let isRaised = false
  const { id, secret, receiptUrl } = await recordNewOrder(tx, emit, {
    lines: plan.lines,
    at,
    isByPhone: !isToken(),
    row: async () => row,
    takeRoom: async (limited) => {
      if (plan.day) await requireUnderLimit(tx, plan.day.id, limited)
      isRaised = await takeRoomOf(tx, plan, { isAdded: first !== null, ...draft })
    },
  })
  if (plan.gifts.length > 0) await addGifts(tx, emit, { id, gifts: plan.gifts, at })
  const added = first ? { addedTo: first.added_to ?? first.id } : {}
  const after = { total: toDollars(plan.total), paidBy: draft.paidBy, ...added }
  const subject = `order:${id}` as const
  await recordChange(tx, { action: 'written-down', subject, before: null, after }, at)
  if (paid) {
    const { name: way, isCash } = paid
    const order = { id, mark: orderMarkOf(secret) }
    const pay: Facts = { kind: 'pay', order, tenders: [{ way, isCash, amount: plan.total }] }
    const said = { id: draft.id, said: draft, marketDayId: boxDay, at }
    await writeAtDesk(tx, emit, { ...said, factsOf: async () => [pay] })
  }
  if (row.customer_email !== '') await queueMail(tx, { kind: 'order_confirmed', orderId: id }, at)
  if (isRaised) emit({ kind: 'days' })
  return { id, receiptUrl, isMailed: isMailed(shop, row.customer_email) }
}

const isMailed = ({ mail }: Shop, address: string) => mail !== null && address !== ''

/**
 * The order that goods are added to: not canceled, and still on the farm.
 * @throws Refusal 'not-found', 'order-cancelled', 'change-impossible', 'invalid',
 * 'person-forgotten'
 */
async function requireFirst(tx: Db, draft: PhoneOrderDraft, id: number): Promise<OrderRow> {
  const order = (await lockOrder(tx, id)) ?? noSuchOrder(id, 'addTo')
  const field = { field: 'addTo' }
  requireStanding(order, field)
  if (isNobody(order))
    throw new Refusal('person-forgotten', `The customer of order #${id} was erased.`, field)
  if (order.market_day_id !== draft.marketDayId)
    throw invalidField('marketDayId', `Order #${id} is for another day.`)
  return order
}

async function addGifts(
  tx: Db,
  emit: Emit,
  { id, gifts, at }: { id: number; gifts: PhonePlan['gifts']; at: Date },
): Promise<void> {
  const order = (await lockOrder(tx, id)) ?? noSuchOrder(id)
  const lines = gifts.map(({ productId, name, quantity: units }) => {
    return { productId, name, units, cents: 0, goods: null }
  })
  const plan = { lines, delta: 0, refunded: 0 as Cents, delivery: 0, to: null }
  const draft = { id: randomUUID(), lines: [], reason: 'A gift.', notifiesBuyer: false }
  await applyPlan(tx, emit, { order, payment: null, plan, draft, by: 'farmer', at })
}

/** @throws Refusal 'order-exists' if another order has this id */
async function findKnown(tx: Db, draft: PhoneOrderDraft) {
  const order = await findOrderOfCheckout(tx, keyOf(draft))
  if (!order) return null
  if (order.body_hash === bodyHash(draft))
    return {
      id: order.id,
      receiptUrl: receiptPath(order.receipt_secret),
      customer_email: order.customer_email,
    }
  throw new Refusal('order-exists', `This was already saved as order #${order.id}.`, {
    field: 'id',
  })
}

/** Never a UUID: with a cart's, anyone may ask for the link to the receipt. */
const keyOf = ({ id }: PhoneOrderDraft) => `desk ${id}`

function bodyHash({ makesRoom: _, ...draft }: PhoneOrderDraft): string {
  return hashOfJson(draft)
}

function rowOf(draft: PhoneOrderDraft, { day, subtotal, delivery, total }: PhonePlan) {
  const isPickup = day?.place.kind === 'pickup'
  return {
    checkout_key: keyOf(draft),
    body_hash: bodyHash(draft),
    visitor_hash: null,
    payment_method: 'other' as const,
    subtotal_cents: subtotal,
    delivery_cents: delivery,
    total_cents: total,
    customer_name: draft.customerName,
    customer_email: draft.customerEmail,
    customer_phone: draft.customerPhone,
    delivery_method: isPickup ? ('pickup' as const) : ('shipping' as const),
    pickup_location: isPickup ? day.place.key : null,
    pickup_date: isPickup ? day.day : null,
    market_day_id: day?.id ?? null,
    order_until: day?.order_until ?? null,
    pickup_name: isPickup ? draft.pickupName : null,
    ...giftRow(draft, isPickup),
    notes: draft.notes,
    farm_note: draft.farmNote,
  }
}

async function addressOf(tx: Db, { shippingAddress: to }: PhoneOrderDraft): Promise<string | null> {
  return to && JSON.stringify({ ...to, state: await stateOf(tx, to) })
}

/** Whether it made room. @throws Refusal 'day-full' if the farmer wasn't asked, 'day-closed' */
async function takeRoomOf(
  tx: Db,
  { day }: PhonePlan,
  { isAdded, makesRoom = false }: Pick<PhoneOrderDraft, 'makesRoom'> & { isAdded: boolean },
): Promise<boolean> {
  if (!day) return false
  const outcome = await takeRoom(tx, day.id, isAdded)
  if (outcome === 'taken') return false
  if (outcome === 'closed')
    throw new Refusal('day-closed', 'That market day is closed.', { field: 'marketDayId' })
  if (makesRoom) {
    await recountRoom(tx, day.id)
    return true
  }
  const full = `${day.place.name} is full that day: it has ${day.taken} orders and takes no more.`
  throw new Refusal('day-full', full, { field: 'marketDayId' })
}
