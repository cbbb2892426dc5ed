import { randomUUID } from 'node:crypto'
import { canDeliver } from '#contract/calendar/delivery.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { cents, formatDollars } from '#contract/money/money.ts'
import type { receipts } from '#contract/orders/receipts.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { readTerms } from '#server/features/calendar/calendar-queries.ts'
import { readDestination, takesOrders } from '#server/features/calendar/read-destinations.ts'
import { requireStanding } from '#server/features/checkout/add-to-order.ts'
import {
  hasLeft,
  listOrderLines,
  lockOrder,
  type OrderRow,
} from '#server/features/checkout/order-record.ts'
import { provingBuyers } from '#server/features/checkout/own-receipt.ts'
import { sendRefunds } from '#server/features/checkout/send-refunds.ts'
import { notifyFarm, queueMails } from '#server/features/mail/outbox.ts'
import { readMoney } from '#server/features/order-balance/order-balance.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { applyPlan } from './change-order.ts'
import { giveMoneyBack, setStatus } from './change-order-status.ts'
import { findKnown } from './order-ledger.ts'
import {
  type LockedOrder,
  listOnline,
  lockOrderAndPayment,
  noSuchOrder,
  requireRevision,
} from './order-queries.ts'
import { type Plan, planFor } from './plan-change.ts'

type Linked = { secret: string; email: string }
type Change = RequestOf<typeof receipts.change>['body']

/** Lets an order's buyer cancel it or take goods off it, while `buyerMay` allows it. */
export function changingByLink(shop: Shop, limits: boolean) {
  const prove = provingBuyers(shop, limits)
  return {
    cancel: async (request: Linked) => cancelByLink(shop, await prove(request)),
    change: async (request: Linked & Change) => changeByLink(shop, await prove(request), request),
  }
}

/** @throws Refusal 'not-now', or 'day-closed' when too late or never allowed */
async function cancelByLink(shop: Shop, order: OrderRow): Promise<void> {
  if (order.status === 'cancelled') return
  const { id } = order
  const at = shop.now()
  const paymentId = await write(shop.db, (tx, emit) => {
    const check = async (found: LockedOrder) => {
      if (found.order.status !== 'cancelled') await requireAllowed(tx, found, 'cancelUntil', at)
    }
    const request = { id, status: 'cancelled', at, mayReopen: false, by: 'buyer' } as const
    return setStatus(tx, emit, { ...request, check })
  })
  if (paymentId) await giveMoneyBack(shop, paymentId)
}

/** @throws Refusal as `planFor`, 'changed-meanwhile', 'day-closed', 'delivery-not-allowed' */
async function changeByLink(shop: Shop, { id: orderId }: OrderRow, change: Change) {
  const lines = change.lines.map((line) => ({ ...line, goods: 'sellable' as const }))
  const draft = { id: change.id, lines, reason: '', notifiesBuyer: true }
  const paymentId = await write(shop.db, async (tx, emit) => {
    const at = shop.now()
    const { order, payment } = await lockOrderAndPayment(tx, orderId, at)
    if (!(await findKnown(tx, order, draft))) {
      requireRevision(order, change.revision)
      await requireAllowed(tx, { order, payment }, 'changeUntil', at)
      const plan = await planFor(tx, order, payment, draft, at)
      await requireMinimum(tx, order, plan)
      await applyPlan(tx, emit, { order, payment, plan, draft, by: 'buyer', at })
      await notifyFarm(tx, { kind: 'changed', orderId }, at)
    }
    return payment?.id
  })
  if (paymentId) await shop.later('give money back', () => sendRefunds(shop, paymentId))
  shop.sendMails()
}

async function requireAllowed(
  tx: Db,
  { order, payment }: LockedOrder,
  what: keyof BuyerMay,
  at: Date,
): Promise<void> {
  if (payment?.state === 'capturing') {
    const message = 'Your payment is still processing. Please try again in a minute.'
    throw new Refusal('not-now', message, { retryAfter: 60 })
  }
  const { day } = await readDestination(tx, order)
  const may = await buyerMay(tx, { order, isCapturing: false, day })
  if (may[what] > at.toISOString()) return
  const phone = await readSetting(tx, 'contact_phone')
  const call = phone ? `Please call us at ${phone}.` : 'Please call us.'
  const done = what === 'cancelUntil' ? 'cancelled' : 'changed'
  throw new Refusal('day-closed', `This order can no longer be ${done} here. ${call}`)
}

type Cancellable = {
  order: OrderRow
  isCapturing: boolean
  day: { order_until: string } | null
}

/** Instants; empty: never. */
export type BuyerMay = { cancelUntil: string; changeUntil: string }

/**
 * Until when a buyer may cancel or remove goods by link: until the order deadline, if the farmer
 * allows it or the buyer was to pay at pickup, and only while the box isn't packed. After a move by
 * the farm, a buyer may also cancel for a while, packed or not.
 */
export async function buyerMay(
  db: Db,
  { order, isCapturing, day }: Cancellable,
): Promise<BuyerMay> {
  const isOver = order.status === 'cancelled' || order.disputed_at !== null || hasLeft(order)
  if (isOver || isCapturing) return { cancelUntil: '', changeUntil: '' }
  const isPacked = order.packed_at !== null
  const mayCancel = async () =>
    (await readSetting(db, 'buyer_cancels')) === 'true' || (await isToPayAtPickup(db, order))
  const isAllowed = !isPacked && (await mayCancel())
  const changeUntil = (isAllowed && day?.order_until) || ''
  const cancelUntil = [order.cancel_until ?? '', changeUntil].sort().at(-1) ?? ''
  return { cancelUntil, changeUntil }
}

/** Someone who won't come should be able to say so. */
async function isToPayAtPickup(db: Db, { id, payment_method }: OrderRow): Promise<boolean> {
  if (payment_method === 'card' || !(await listOnline(db, [id])).has(id)) return false
  return (await readMoney(db, id))?.paid === 0
}

/** What is left of a delivery must still be worth the drive. */
async function requireMinimum(tx: Db, order: OrderRow, { delta }: Plan): Promise<void> {
  const terms = await readTerms(tx, {
    deliveryMethod: order.delivery_method,
    shippingAddress: order.shipping_address,
    addTo: order.added_to === null ? undefined : '',
  })
  const lines = await listOrderLines(tx, order.id)
  const before = lines.reduce((sum, line) => sum + line.cents, 0)
  const isTooLittle = canDeliver(cents(before), terms) && !canDeliver(cents(before + delta), terms)
  if (order.delivery_method === 'shipping' && isTooLittle)
    throw new Refusal(
      'delivery-not-allowed',
      `Delivery is for orders of ${formatDollars(terms.minimum)} or more. You can cancel the order instead.`,
    )
}

/**
 * Mails a buyer the link for adding to their order; every call mails it again.
 * @throws Refusal 'not-found', 'mail-missing', 'address-missing', 'order-cancelled',
 * 'change-impossible', 'day-closed'
 */
export async function mailAddLink(shop: Shop, id: number): Promise<{ to: string }> {
  if (!shop.mail) throw new Refusal('mail-missing', 'Emails aren’t going out yet.')
  const at = shop.now()
  const to = await write(shop.db, async (tx) => {
    const order = (await lockOrder(tx, id)) ?? noSuchOrder(id)
    const { customer_email: recipient } = order
    requireStanding(order)
    if (recipient === '')
      throw new Refusal('address-missing', `Order #${id} has no email address. Please call.`)
    if (!takesOrders(await readDestination(tx, order), at.toISOString()))
      throw new Refusal(
        'day-closed',
        'Ordering for its day has ended. You can still add to it here.',
      )
    await queueMails(tx, [{ kind: 'add_link', order_id: id, about: randomUUID(), recipient }], at)
    await recordChange(tx, { action: 'invited', subject: `order:${id}` }, at)
    return recipient
  })
  shop.sendMails()
  return { to }
}
