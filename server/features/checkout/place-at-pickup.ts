import type { Insertable } from 'kysely'
import { mailboxKey, maskMailAddress } from '#contract/mail/mail-address.ts'
import { type Cents, cents, nearestCents, toDollars } from '#contract/money/money.ts'
import type { Basket, PlacedOrder } from '#contract/orders/orders.ts'
import type { LinkedRequest } from '#contract/orders/pickup-link.ts'
import { receiptPath } from '#contract/orders/receipt-link.ts'
import { farmDates } from '#contract/time/date-format.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { hasCome } from '#server/core/due.ts'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { GRACE } from '#server/features/calendar/day-room.ts'
import { notifyFarm, queueMail, queueMails } from '#server/features/mail/outbox.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { withoutClaims } from './create-intent.ts'
import { voidLater } from './holds.ts'
import { findOrderOfCheckout } from './order-record.ts'
import type { Buyer } from './payment-record.ts'
import {
  type PickupLimits,
  type PickupTerms,
  readPickupTerms,
  requirePickupTerms,
  requireRoomToPay,
  requireUnderLimits,
  requireUnderMax,
  whyNotAtPickup,
} from './pickup-caps.ts'
import { alreadyPlaced, PATIENCE } from './place-order.ts'
import { addUp, bodyHash, ONE_CENT, quoteBasket } from './price-basket.ts'
import { type Attempt, placeOnMarketDay, recordWebOrder } from './record-new-order.ts'
import { sendLinks } from './send-links.ts'
import { attempt, ConcurrentUpdate, movePayment } from './transitions.ts'

type NewRequest = Omit<Insertable<Tables['pickup_requests']>, 'error_code' | 'error_message'>

/** How long a link works, and how long its prices and day are held. */
const LIFE = GRACE

/** After this long, the same basket is mailed again. */
const AGAIN = 2 * MINUTE

type Asked = { buyer: Buyer; basket: Basket; address: string; limits: PickupLimits }

/**
 * Requests an order to pay at pickup. Nothing is reserved: a mailed link places it. If anyone may
 * order this way, it is placed at once.
 * @throws Refusal 'confirm-email' with where the link went, the same for every address; 'invalid',
 * 'mail-missing', 'order-exists', 'too-often', 'not-now', and those of a card's basket
 */
export async function placeAtPickup(
  shop: Shop,
  { buyer, basket, address, limits }: Asked,
): Promise<PlacedOrder> {
  const { orderData } = basket
  const key = buyer.checkoutKey
  if (key === null) throw invalidField('checkout_key', 'Please add a checkout key.')
  const hash = bodyHash(basket)
  return attempt(PATIENCE, async () => {
    const placed = await alreadyPlaced(shop, { buyer, hash })
    if (placed) return placed
    const terms = await requirePickupTerms(shop, basket)
    const total = cents(nearestCents(orderData.total))
    const at = shop.now()
    const quoted = await quoteBasket(shop.db, { basket, amount: total }, at)
    requireUnderMax(shop, total, terms)
    await requireRoomToPay(shop.db, shop, { marketDay: quoted.marketDay, terms })
    const request = {
      checkout_key: key,
      body_hash: hash,
      basket: JSON.stringify({ orderData: withoutClaims(basket), ...quoted }),
      total_cents: total,
      mailbox: mailboxKey(orderData.customerEmail),
      address_key: address,
      asked_at: at.toISOString(),
      ends_at: new Date(at.getTime() + LIFE).toISOString(),
    }
    if (terms.who === 'anyone') {
      await limits.countRequest(address)
      await write(shop.db, (tx) => storeRequest(tx, { ...request, secret_hash: null }))
      await placeRequest(shop, { checkout_key: key })
      const order = await alreadyPlaced(shop, { buyer, hash })
      if (order) return order
      throw new ConcurrentUpdate()
    }
    const email = orderData.customerEmail
    const until = await mailLink(shop, request, { email, address, terms, limits })
    const time = farmDates(await readTimeZone(shop.db)).formatTime(until)
    throw new Refusal(
      'confirm-email',
      `We sent a link to ${maskMailAddress(email)}. Open it by ${time} and press the button to place your order.`,
    )
  })
}

type Mailing = Pick<Asked, 'address' | 'limits'> & { email: string; terms: PickupTerms }

/** Returns until when the link works. */
async function mailLink(
  shop: Shop,
  request: Omit<NewRequest, 'secret_hash'>,
  { email, address, terms, limits }: Mailing,
): Promise<string> {
  const { checkout_key, body_hash, mailbox, asked_at, ends_at } = request
  const at = new Date(asked_at)
  const before = await requestsOf(shop.db, { checkout_key }).executeTakeFirst()
  const isSame = before?.body_hash === body_hash
  if (isSame && at.getTime() < Date.parse(before.asked_at) + AGAIN) return before.ends_at
  await limits.countRequest(address)
  const secret = newSecret()
  await write(shop.db, async (tx) => {
    const why = await whyNotAtPickup(tx, shop, { email, mailbox, address, at, terms })
    const isMailed = await limits.mayMailLink(tx, mailbox, at)
    await storeRequest(tx, { ...request, secret_hash: hashOf(secret) }, why)
    if (!isMailed) return
    const mail = { kind: 'pickup_link', request_key: checkout_key } as const
    await queueMails(tx, [{ ...mail, recipient: email, secret, not_after: ends_at }], at)
  })
  shop.later('send links', () => sendLinks(shop))
  return ends_at
}

/**
 * The former link of the same cart is over: its mail isn't sent anymore, but counts, since it may
 * be under way. @throws ConcurrentUpdate if it placed the order
 */
async function storeRequest(
  tx: Db,
  { checkout_key: key, ...asked }: NewRequest,
  why: Refusal | null = null,
): Promise<void> {
  const request = { ...asked, error_code: why?.code ?? null, error_message: why?.message ?? null }
  const waiting = tx.updateTable('outbox').set({ not_after: asked.asked_at })
  await waiting.where('request_key', '=', key).where('sent_at', 'is', null).execute()
  const stored = await tx
    .insertInto('pickup_requests')
    .values({ checkout_key: key, ...request })
    .onConflict((known) =>
      known
        .column('checkout_key')
        .doUpdateSet(request)
        .where('pickup_requests.order_id', 'is', null),
    )
    .returning('checkout_key')
    .executeTakeFirst()
  if (!stored) throw new ConcurrentUpdate()
}

type RequestKey = { checkout_key: string } | { secret_hash: string }

const requestsOf = (db: Db, key: RequestKey) =>
  db
    .selectFrom('pickup_requests')
    .selectAll()
    .where((row) => row.and(key))

const OVER = 'This link has expired. Nothing was ordered; your cart is still where you left it.'

/** For the button on the link's page. Returns the receipt's path, or null if nothing was placed. */
export async function placeRequested(shop: Shop, secret: string): Promise<string | null> {
  try {
    return await attempt(PATIENCE, () => placeRequest(shop, { secret_hash: hashOf(secret) }))
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/**
 * Turns a request into its order; the same again answers the same receipt. A card payment begun
 * for the same cart is called off, or has placed the order already. A refusal ends the request.
 * @throws Refusal 'link-over', 'not-allowed', 'sold-out', …
 * @throws ConcurrentUpdate
 */
async function placeRequest(shop: Shop, key: RequestKey): Promise<string> {
  const request = await requestsOf(shop.db, key).executeTakeFirst()
  if (!request?.basket) throw new Refusal('link-over', OVER)
  const terms = await readPickupTerms(shop)
  try {
    const placed = await placeOnMarketDay(shop, request.basket.orderData, (on) =>
      write(shop.db, (tx, emit) => placeInside(tx, emit, { shop, key, terms, ...on })),
    )
    for (const id of placed.calledOff) voidLater(shop, id)
    shop.sendMails()
    return placed.receiptUrl
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConcurrentUpdate()
    if (error instanceof Refusal && error.code !== 'link-over')
      await write(shop.db, (tx) => endRequest(tx, key, error))
    throw error
  }
}

async function endRequest(tx: Db, key: RequestKey, { code, message }: Refusal): Promise<void> {
  const ended = tx.updateTable('pickup_requests').set({ error_code: code, error_message: message })
  await ended.where((row) => row.and(key)).execute()
}

async function placeInside(
  tx: Db,
  emit: Emit,
  { shop, key, terms, ...on }: Attempt & { shop: Shop; key: RequestKey; terms: PickupTerms },
): Promise<{ receiptUrl: string; calledOff: string[] }> {
  const { at } = on
  const request = await requestsOf(tx, key).forUpdate().executeTakeFirst()
  if (!request?.basket) throw new Refusal('link-over', OVER)
  const { checkout_key, basket, mailbox, address_key: address, asked_at, body_hash: hash } = request
  const calledOff = await callOffPayments(tx, checkout_key, at)
  const order = await findOrderOfCheckout(tx, checkout_key)
  if (order) return { receiptUrl: receiptPath(order.receipt_secret), calledOff }
  if (request.error_code !== null || hasCome(request.ends_at, at, LIFE))
    throw new Refusal('link-over', OVER)
  const { orderData, lines, marketDay } = basket
  const { id, receiptUrl } = await recordWebOrder(tx, emit, {
    ...on,
    orderData,
    hash,
    buyer: { checkoutKey: checkout_key, visitorHash: null },
    paymentMethod: 'other',
    lines,
    totals: addUp(lines, 0 as Cents, ONE_CENT),
    quotedDay: marketDay,
    begunAt: asked_at,
  })
  const placed = tx.updateTable('pickup_requests').set({ order_id: id })
  await placed.where('checkout_key', '=', checkout_key).execute()
  const asking = { email: orderData.customerEmail, mailbox, address, at, terms }
  await requireUnderLimits(tx, shop, { ...asking, orderId: id })
  // The link's mail holds the person's address, which from now on only the order may hold.
  const mailed = tx.deleteFrom('outbox').where('request_key', '=', checkout_key)
  await mailed.where('recipient', '=', orderData.customerEmail).execute()
  await queueMail(tx, { kind: 'order_confirmed', orderId: id }, at)
  await notifyFarm(tx, { kind: 'order', orderId: id }, at)
  return { receiptUrl, calledOff }
}

/** Locks the cart's payments. Those that aren't an order yet never become one. */
async function callOffPayments(tx: Db, checkoutKey: string, at: Date): Promise<string[]> {
  const payments = await tx
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('checkout_key', '=', checkoutKey)
    .where('state', 'in', ['creating', 'open', 'capturing', 'captured'])
    .forUpdate()
    .execute()
  const calledOff: string[] = []
  for (const { id, state } of payments)
    if (state === 'creating' || state === 'open')
      if (await movePayment(tx, { id, from: state, to: 'canceling', at })) calledOff.push(id)
  return calledOff
}

/** Null for a bad link. Never shows the address, because links get forwarded. */
export async function showRequest(db: Db, secret: string, at: Date): Promise<LinkedRequest> {
  const request = await requestsOf(db, { secret_hash: hashOf(secret) }).executeTakeFirst()
  if (!request?.basket) return null
  const { orderData, lines, marketDay } = request.basket
  const places = db.selectFrom('places').select('name')
  const place = await places.where('key', '=', orderData.pickupLocation ?? '').executeTakeFirst()
  const order = await findOrderOfCheckout(db, request.checkout_key)
  const isOver = hasCome(request.ends_at, at, LIFE)
  return {
    state: order ? 'placed' : request.error_code !== null ? 'refused' : isOver ? 'over' : 'asked',
    total: toDollars(request.total_cents),
    items: lines.map(({ name, quantity }) => ({ name, quantity })),
    place: place?.name ?? '',
    day: marketDay?.day ?? null,
    message: order ? null : request.error_message,
    receiptUrl: order && receiptPath(order.receipt_secret),
  }
}
