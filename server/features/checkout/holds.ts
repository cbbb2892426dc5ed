import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import {
  alertOnce,
  findPayment,
  listPaymentsOfVisitor,
  lockLiveMode,
  type PaymentRow,
  setIntentId,
} from './payment-record.ts'
import { changeHold, isOfThisProvider, providerOf, remakeIntent } from './provider-calls.ts'
import { refundLateCapture, sendRefunds } from './send-refunds.ts'
import { movePayment } from './transitions.ts'

type Ending = {
  from?: 'creating' | 'open'
  refusal?: Refusal
  /** The payment, if no buyer waits for the answer: the desk shows it and mail reports it. */
  missed?: PaymentRow | null
}

/** Moves a payment to `canceling`; `voidPayment` releases its hold. False: it moved meanwhile. */
export function abandonPayment(shop: Shop, id: string, ending: Ending = {}): Promise<boolean> {
  const { from = 'open', refusal, missed } = ending
  const at = shop.now()
  const set = refusal ? { error_code: refusal.code, error_message: refusal.message } : {}
  return write(shop.db, async (tx) => {
    if (!(await movePayment(tx, { id, from, to: 'canceling', at, set }))) return false
    if (missed && refusal) await recordMissedOrder(tx, missed, refusal, at)
    return true
  })
}

export async function abandonLater(shop: Shop, id: string, ending: Ending = {}): Promise<boolean> {
  const isAbandoned = await abandonPayment(shop, id, ending)
  if (isAbandoned) voidLater(shop, id)
  return isAbandoned
}

/**
 * Abandons the one open payment of a browser without a key after its order's fields were refused.
 * If it has several, which one is unknown, so they expire instead.
 */
export async function giveBackHold(shop: Shop, visitorHash: string | null, refusal: Refusal) {
  const open = await listPaymentsOfVisitor(shop.db, visitorHash)
  const [payment, ...others] = open
  if (payment && others.length === 0) await abandonLater(shop, payment.id, { refusal })
}

export function voidLater(shop: Shop, paymentId: string): void {
  void shop.later('release a hold', () => voidPayment(shop, paymentId))
}

async function recordMissedOrder(
  tx: Db,
  { id, basket, amount_cents }: PaymentRow,
  refusal: Refusal,
  at: Date,
): Promise<void> {
  if (!basket) return
  const { customerName: customer_name, customerPhone: customer_phone } = basket.orderData
  const recipient = basket.orderData.customerEmail
  const missed = {
    payment_id: id,
    customer_name,
    customer_phone,
    total_cents: amount_cents,
    reason: refusal.message,
    at: at.toISOString(),
  }
  const inserted = tx.insertInto('missed_orders').values(missed)
  await inserted.onConflict((exists) => exists.doNothing()).execute()
  await queueMails(tx, [{ kind: 'not_kept', about: id, recipient }], at)
}

/**
 * Releases the hold of a `canceling` payment. If the provider captured it first, the money of an
 * order is refunded. Without a clear answer it stays, to be voided again. Money captured without an
 * order also stays; it is logged once and shows up in the books.
 */
export async function voidPayment(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'canceling') return
  const intentId = payment.intent_id ?? (await findLostIntent(shop, payment))
  const intent = intentId ? await cancelHold(shop, payment, intentId) : null
  if (!intentId || intent?.status === 'canceled') return endPayment(shop, payment)
  if (intent?.status === 'succeeded') await giveBackCaptured(shop, payment, intent)
}

async function findLostIntent(shop: Shop, payment: PaymentRow): Promise<string | null> {
  const intentId = await remakeIntent(shop, payment)
  if (intentId) await write(shop.db, (tx) => setIntentId(tx, payment.id, intentId))
  return intentId
}

function cancelHold(shop: Shop, payment: PaymentRow, intentId: string): Promise<Intent> {
  const provider = providerOf(shop, payment)
  const reason = payment.order_id ? 'requested_by_customer' : 'abandoned'
  return changeHold(provider, intentId, {
    name: `release:${payment.id}`,
    at: shop.now(),
    call: (key) => provider.cancel(intentId, key, reason),
    isDone: (status) => status === 'canceled' || status === 'succeeded',
  })
}

async function endPayment(shop: Shop, payment: PaymentRow): Promise<void> {
  await write(shop.db, async (tx, emit) => {
    await movePayment(tx, { id: payment.id, from: 'canceling', to: 'canceled', at: shop.now() })
    if (payment.order_id) emit({ kind: 'orders', orderId: payment.order_id })
  })
}

async function giveBackCaptured(shop: Shop, payment: PaymentRow, intent: Intent): Promise<void> {
  if (!payment.order_id)
    return alertOnce(shop, payment.id, `Payment ${payment.id} was captured without an order.`)
  const orderId = payment.order_id
  await write(shop.db, async (tx, emit) => {
    await lockLiveMode(tx, payment)
    await refundLateCapture(tx, payment, intent.received, shop.now())
    emit({ kind: 'orders', orderId })
  })
  await sendRefunds(shop, payment.id)
}

export const NOT_PAID = 'The card payment for this cart is not complete. Please pay again.'

/** Asks the provider. @throws Refusal 'payment-missing', 'payment-mismatch', 'payment-lapsed' */
export async function requireHold(
  shop: Shop,
  payment: PaymentRow,
  intent: Intent | null,
): Promise<Intent> {
  if (!intent) throw new Refusal('payment-missing', NOT_PAID)
  if (!isIntentOf(shop, payment, intent)) {
    await abandonLater(shop, payment.id)
    throw new Refusal(
      'payment-mismatch',
      'This payment does not belong to this order. Please pay again.',
    )
  }
  if (intent.status === 'canceled') {
    const move = { id: payment.id, from: 'open', to: 'canceled', at: shop.now() } as const
    await write(shop.db, (tx) => movePayment(tx, move))
    throw new Refusal('payment-lapsed', 'The hold on the card has expired. Please pay again.')
  }
  if (intent.status !== 'requires_capture') throw new Refusal('payment-missing', NOT_PAID)
  return intent
}

/** A test-card hold from before the shop took real cards pays for nothing. */
function isIntentOf(shop: Shop, payment: PaymentRow, intent: Intent): boolean {
  return (
    isOfThisProvider(shop, payment) &&
    intent.amount === payment.amount_cents &&
    intent.currency === 'usd' &&
    intent.livemode === payment.livemode &&
    intent.metadata.payment === payment.id &&
    intent.metadata.shop === shop.id
  )
}
