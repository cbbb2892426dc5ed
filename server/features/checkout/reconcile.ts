import type { PaymentStatus, PlacedOrder } from '#contract/orders/orders.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { setValue } from '#server/core/key-value.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import {
  type Intent,
  ProviderRefusal,
  type RefundOfIntent,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { captureHold } from './capture.ts'
import { completePayment, orderOfQuote } from './complete-payment.ts'
import { reconcileDisputes } from './disputes.ts'
import { abandonLater, abandonPayment, requireHold, voidPayment } from './holds.ts'
import {
  alertOnce,
  findPayment,
  findPaymentOfCheckout,
  findPaymentOfIntent,
  type PaymentRow,
  setIntentId,
} from './payment-record.ts'
import { orderOfCheckout, refuseAgain } from './place-order.ts'
import { hourlyKey, noAnswer, providerOf, remakeIntent } from './provider-calls.ts'
import { settleRefunds } from './send-refunds.ts'
import { ConcurrentUpdate, movePayment } from './transitions.ts'
import { type Expired, listExpired, listUnusedHolds, type Task } from './unsettled-queries.ts'

/**
 * Advances a payment by what its provider says now: a hold with a basket becomes its order, a lost
 * hold ends the payment, a capture is finished, refunds are updated. A hold without a basket is
 * left to its buyer. Idempotent and order-independent.
 * @throws Error when the provider gives no clear answer; nothing is lost, and a later call
 * continues
 */
export async function reconcilePayment(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state === 'canceling') return voidPayment(shop, payment.id)
  if (!payment?.intent_id) return
  if (payment.state === 'open') return reconcileOpen(shop, payment, payment.intent_id)
  if (payment.state === 'capturing')
    return withoutRefusal(async () => requireClear(payment, await captureHold(shop, payment)))
  if (payment.state === 'canceled') return releaseForgotten(shop, payment, payment.intent_id)
  if (payment.state === 'captured') return settleRefunds(shop, payment, payment.intent_id)
}

async function reconcileOpen(shop: Shop, payment: PaymentRow, intentId: string): Promise<void> {
  const intent = await providerOf(shop, payment).retrieve(intentId)
  const order = orderOfQuote(payment, intent)
  await withoutRefusal(async () => {
    await requireHold(shop, payment, intent)
    if (!order) return
    const placed = await completePayment(shop, payment, order)
    requireClear(payment, placed.paymentStatus)
  })
}

/** The order stands, but the event must be redelivered. */
function requireClear(payment: PaymentRow, status: PaymentStatus): void {
  if (status === 'authorized')
    throw new Error(`The capture of payment ${payment.id} has no clear answer yet.`)
}

/** The payment stores the refusal; on a conflict, whoever moved it carries on. */
async function withoutRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConcurrentUpdate)) throw error
  }
}

/** A finished payment must hold no money, whatever happened at the provider since. */
async function releaseForgotten(shop: Shop, payment: PaymentRow, intentId: string): Promise<void> {
  const provider = providerOf(shop, payment)
  const intent = await provider.retrieve(intentId)
  if (intent.status === 'requires_capture')
    await provider.cancel(intentId, hourlyKey(`release:${payment.id}:over`, shop.now()))
  if (intent.status === 'succeeded')
    shop.report('take no money', new Error(`Payment ${payment.id} is over and captured.`))
}

/**
 * Finishes a cart whose buyer doesn't know how the payment ended: back from the bank's page, or
 * after a lost connection. If it was paid for, it becomes the order. Null: the payment is
 * abandoned, so nothing is or will be held.
 * @throws Refusal why it couldn't become an order; 'not-now' when the provider doesn't say
 */
export async function resumeCheckout(shop: Shop, checkoutKey: string): Promise<PlacedOrder | null> {
  const payment = await findPaymentOfCheckout(shop.db, checkoutKey)
  const trouble = payment && (await goOnWith(shop, payment))
  // An order stands even if its capture has no clear answer yet.
  const order = await orderOfCheckout(shop, checkoutKey)
  if (order) return order
  const ended = await findPaymentOfCheckout(shop.db, checkoutKey)
  if (!ended) return null
  refuseAgain(ended)
  const { id, state } = ended
  if (state !== 'open' && state !== 'creating') return null
  if (trouble) throw noAnswer(shop, 'resume a checkout', trouble)
  const isOver = await abandonLater(shop, id, { from: state })
  return isOver ? null : orderOfCheckout(shop, checkoutKey)
}

async function goOnWith(shop: Shop, payment: PaymentRow): Promise<unknown> {
  if (payment.order_id || payment.error_code) return null
  return reconcilePayment(shop, payment.id).then(
    () => null,
    (error: unknown) => error,
  )
}

/** How long a provider remembers a key, in ms; after that the same call creates another payment. */
const KEY_LIFETIME = DAY

/**
 * Finishes creating a payment: the same call under the same key returns the same payment. One that
 * was refused, or is older than the provider's memory, is over; nobody ever got the secret to
 * confirm it.
 */
export async function remakePayment(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'creating') return
  const isTooOld = shop.now().getTime() - Date.parse(payment.created_at) >= KEY_LIFETIME
  const intentId = isTooOld ? null : await remakeIntent(shop, payment)
  const to = intentId ? 'open' : 'canceled'
  const set = intentId ? { intent_id: intentId } : {}
  const move = { id: payment.id, from: 'creating', to, at: shop.now(), set } as const
  if ((await write(shop.db, (tx) => movePayment(tx, move))) || !intentId) return
  await write(shop.db, (tx) => setIntentId(tx, payment.id, intentId))
  await voidPayment(shop, payment.id)
}

/**
 * Quarantines a payment its provider doesn't know, such as after a switch of accounts, so it isn't
 * polled forever. Without an order it is over; with one, the owner is told and its waiting refunds
 * fail with a message. False if the provider knows it or is silent.
 */
export async function quarantinePayment(shop: Shop, paymentId: string): Promise<boolean> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id || (await isKnown(shop, payment, payment.intent_id))) return false
  const message = `The card provider does not know payment ${payment.id}. Are these the keys of another account?`
  const orderId = payment.order_id
  if (orderId === null) {
    await write(shop.db, async (tx) => {
      for (const from of ['open', 'canceling'] as const)
        await movePayment(tx, { id: payment.id, from, to: 'canceled', at: shop.now() })
    })
    shop.report('settle a payment', new Error(message))
    return true
  }
  if (payment.state === 'captured')
    await write(shop.db, async (tx, emit) => {
      await failRefunds(tx, payment, shop.now())
      emit({ kind: 'orders', orderId })
    })
  else await alertOnce(shop, payment.id, message)
  return true
}

/** No answer counts as known. */
async function isKnown(shop: Shop, payment: PaymentRow, intentId: string): Promise<boolean> {
  try {
    await providerOf(shop, payment).retrieve(intentId)
    return true
  } catch (error) {
    return !(error instanceof ProviderRefusal && error.code === 'resource_missing')
  }
}

async function failRefunds(tx: Db, payment: PaymentRow, at: Date): Promise<void> {
  const failed = {
    state: 'failed',
    error_message: 'The card provider does not know this payment.',
  } as const
  await tx
    .updateTable('refunds')
    .set({ ...failed, touched_at: at.toISOString() })
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['requested', 'pending'])
    .execute()
}

/** How far back to look, in ms: a bank sends refunds back for about a month. */
const REACH = { intents: 72 * HOUR, refunds: 60 * DAY }

function since(shop: Shop, reach: number): Date {
  return new Date(shop.now().getTime() - reach)
}

/**
 * Compares the provider's list with the books: unknown holds are released; money taken without an
 * order is reported to the owner, never refunded automatically. Skips providers without keys.
 */
export async function compareIntents(shop: Shop): Promise<void> {
  if (!shop.payments.isOpen) return
  const alerts: string[] = []
  for (const intent of await shop.payments.listIntents(since(shop, REACH.intents))) {
    if (intent.metadata.shop !== shop.id) continue
    try {
      const alert = await compareIntent(shop, intent)
      if (alert) alerts.push(alert)
    } catch (error) {
      shop.report('compare with the card provider', error)
    }
  }
  await write(shop.db, (tx) => setValue(tx, 'provider_alert', alerts.join(' ')))
}

async function compareIntent(shop: Shop, intent: Intent): Promise<string | null> {
  const payment = await findPaymentOf(shop.db, intent)
  if (payment && ['creating', 'open', 'capturing', 'canceling'].includes(payment.state)) return null
  if (intent.status === 'requires_capture' && payment?.state !== 'captured') {
    await shop.payments.cancel(intent.id, hourlyKey(`release:${intent.id}:stray`, shop.now()))
    return null
  }
  if (intent.status !== 'succeeded' || payment?.state === 'captured') return null
  const alert = `The card provider took money that belongs to no order: ${intent.id}.`
  shop.report('compare with the card provider', new Error(alert))
  return alert
}

async function findPaymentOf(db: Db, { id, metadata }: Intent): Promise<PaymentRow | null> {
  const payment = await findPaymentOfIntent(db, id)
  if (payment) return payment
  const named = metadata.payment ? await findPayment(db, metadata.payment) : null
  return named?.intent_id === null ? named : null
}

export async function reconcileMissedEvents(shop: Shop): Promise<void> {
  const { webhook } = shop.payments
  if (!webhook) return
  const intentIds = new Set<string>()
  for (const refund of await webhook.listAllRefunds(since(shop, REACH.refunds)))
    if (await isMissed(shop.db, refund)) intentIds.add(refund.intentId)
  for (const intentId of intentIds) {
    const payment = await findPaymentOfIntent(shop.db, intentId)
    if (payment) await reconcilePayment(shop, payment.id)
  }
  await reconcileDisputes(shop, webhook)
}

async function isMissed(db: Db, { id, status }: RefundOfIntent): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('state')
    .where('provider_refund_id', '=', id)
    .executeTakeFirst()
  return row ? row.state !== status : status !== 'failed'
}

/** Up to this many are looked up one by one; for more, the provider's list is read. */
const FEW = 10

/** How far back the provider's list goes, in ms; older payments are looked up one by one. */
const LISTED = HOUR

const CLOCK_LAG_MS = 5 * 60_000

const HOLDS_NOTHING = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
])

export async function findExpired(shop: Shop): Promise<Task[]> {
  const expired = await listExpired(shop.db, shop.now())
  const idle = await listIdle(shop, expired)
  return expired.map(({ id, intent_id }) => ({
    id,
    settle: idle.has(intent_id) ? releaseOpen : expirePayment,
  }))
}

export async function findUnusedHolds(shop: Shop): Promise<Task[]> {
  const open = await listUnusedHolds(shop.db, shop.now())
  const idle = await listIdle(shop, open)
  return open.flatMap(({ id, intent_id }) =>
    idle.has(intent_id) ? [] : [{ id, settle: releaseUnusedHold }],
  )
}

async function listIdle(shop: Shop, payments: readonly Expired[]): Promise<Set<string | null>> {
  if (payments.length <= FEW) return new Set()
  const first = Math.min(...payments.map(({ created_at }) => Date.parse(created_at))) - CLOCK_LAG_MS
  const since = new Date(Math.max(first, shop.now().getTime() - LISTED))
  const listed = await shop.payments.listIntents(since).catch((error: unknown) => {
    shop.report('list open payments', error)
    return []
  })
  return new Set(listed.filter(({ status }) => HOLDS_NOTHING.has(status)).map(({ id }) => id))
}

async function expirePayment(shop: Shop, paymentId: string): Promise<void> {
  await reconcilePayment(shop, paymentId)
  await releaseOpen(shop, paymentId)
}

async function releaseUnusedHold(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'open' || !payment.intent_id) return
  const intent = await providerOf(shop, payment).retrieve(payment.intent_id)
  if (intent.status === 'requires_capture') await releaseOpen(shop, paymentId)
}

async function releaseOpen(shop: Shop, id: string): Promise<void> {
  if (await abandonPayment(shop, id)) await voidPayment(shop, id)
}
