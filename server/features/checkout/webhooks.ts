import { DAY, HOUR } from '#contract/time/durations.ts'
import { hasCome } from '#server/core/due.ts'
import { deleteValue, getValue, setValue } from '#server/core/key-value.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import {
  nullIfRefused,
  type PaymentWebhook,
  UnsignedEventError,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import type { CheckoutLimits } from './checkout-limits.ts'
import { reconcileDisputes } from './disputes.ts'
import { abandonLater } from './holds.ts'
import {
  findPayment,
  findPaymentOfIntent,
  type PaymentRow,
  setDeclines,
  setIntentId,
} from './payment-record.ts'
import { reconcilePayment } from './reconcile.ts'

type EventReader = Pick<PaymentWebhook, 'countDeclines' | 'listDisputes'> & {
  readEvent: NonNullable<PaymentWebhook['readEvent']>
  declined: CheckoutLimits['declined']
}

type Signed = { body: Buffer; signature: string }

/** After this many declines, abandon the intent: stolen cards are tested that way. */
const MAX_DECLINES = 3

/**
 * An event only says where to look: the payment is read at the provider, so replays and reordering
 * are harmless. Foreign events are ignored. @throws Refusal 'invalid' for a bad signature
 */
export async function receiveEvent(shop: Shop, reader: EventReader, signed: Signed): Promise<void> {
  const event = await readSigned(shop, reader, signed)
  // Test keys beside the live ones have an endpoint of their own.
  if (event.livemode !== shop.payments.livemode) return
  await noteSigned(shop)
  if (!event.intentId) return
  const payment =
    (await findPaymentOfIntent(shop.db, event.intentId)) ??
    (await adoptIntent(shop, event.intentId))
  if (!payment) return
  if (event.kind === 'dispute') await reconcileDisputes(shop, reader, payment)
  if (event.kind === 'fraud-warning') warnOfFraud(shop, payment)
  if (event.kind === 'decline') await countDeclined(shop, reader, payment)
  await reconcilePayment(shop, payment.id)
}

/** Counts the provider's charges, not events, so a redelivered event is one decline. */
async function countDeclined(shop: Shop, reader: EventReader, payment: PaymentRow): Promise<void> {
  if (!payment.intent_id) return
  const declines = await reader.countDeclines(payment.intent_id)
  const isCounted = await write(shop.db, (tx) => setDeclines(tx, payment, declines))
  const client = { visitor: payment.visitor_hash ?? '', address: payment.address_key ?? '' }
  for (let counted = payment.declines; isCounted && counted < declines; counted++)
    await reader.declined(client)
  if (payment.state === 'open' && declines >= MAX_DECLINES) await abandonLater(shop, payment.id)
}

/** The owner may refund before the bank takes the money back; the provider says how. */
function warnOfFraud(shop: Shop, { order_id, id }: PaymentRow): void {
  const subject = order_id ? `order #${order_id}` : `payment ${id}`
  const message = `A bank warns that ${subject} may be fraud. Please check it in Stripe's dashboard.`
  shop.report('hear the card provider', new Error(message))
}

async function readSigned(shop: Shop, reader: EventReader, { body, signature }: Signed) {
  try {
    return reader.readEvent(body, signature, shop.now())
  } catch (error) {
    if (!(error instanceof UnsignedEventError)) throw error
    await noteUnsigned(shop)
    throw new Refusal('invalid', 'This is not signed by Stripe.')
  }
}

async function adoptIntent(shop: Shop, intentId: string): Promise<PaymentRow | null> {
  const { metadata } = (await shop.payments.retrieve(intentId).catch(nullIfRefused)) ?? {}
  if (metadata?.shop !== shop.id || !metadata.payment) return null
  const payment = await findPayment(shop.db, metadata.payment)
  if (payment && !payment.intent_id)
    await write(shop.db, (tx) => setIntentId(tx, payment.id, intentId))
  return payment
}

const MIN_UNSIGNED = 3

/** Raise an alarm after this long without events although cards were paid, in milliseconds. */
const SILENCE = 3 * DAY

const NOTE_EVERY_MS = HOUR

const unsignedIn = new WeakMap<Db, number>()

async function noteSigned(shop: Shop): Promise<void> {
  unsignedIn.delete(shop.db)
  const now = shop.now()
  const isAlarmed = (await getValue(shop.db, 'webhook_unsigned')) !== null
  const last = (await getValue(shop.db, 'webhook_heard')) ?? ''
  if (!isAlarmed && !hasCome(last, new Date(now.getTime() - NOTE_EVERY_MS), NOTE_EVERY_MS)) return
  await write(shop.db, async (tx) => {
    await setValue(tx, 'webhook_heard', now.toISOString())
    await deleteValue(tx, 'webhook_unsigned')
  })
}

/** Several bad signatures raise an alarm; they may be signed with another endpoint's secret. */
async function noteUnsigned(shop: Shop): Promise<void> {
  const times = (unsignedIn.get(shop.db) ?? 0) + 1
  unsignedIn.set(shop.db, times)
  if (times !== MIN_UNSIGNED) return
  const message =
    'Calls to the webhook are not signed by Stripe. Is STRIPE_WEBHOOK_SECRET the one of this endpoint?'
  shop.report('hear the card provider', new Error(message))
  await write(shop.db, (tx) => setValue(tx, 'webhook_unsigned', message))
}

export async function watchWebhook({ payments, db, now, report }: Shop): Promise<void> {
  if (!payments.webhook || !payments.livemode) return
  const fault = await payments.webhook.findFault()
  const message = fault ? `Stripe's webhook: ${fault}.` : await silenceOf(db, now())
  if (message) report('look at the webhook', new Error(message))
  await write(db, async (tx) => {
    if (message) await setValue(tx, 'webhook_alert', message)
    else await deleteValue(tx, 'webhook_alert')
  })
}

async function silenceOf(db: Db, now: Date): Promise<string | null> {
  const before = new Date(now.getTime() - SILENCE).toISOString()
  const last = (await getValue(db, 'webhook_heard')) ?? ''
  if (!hasCome(last, new Date(now.getTime() - SILENCE), SILENCE)) return null
  const paid = db
    .selectFrom('payments')
    .select('created_at')
    .where('livemode', '=', true)
    .where('state', '=', 'captured')
  const missed = await paid
    .where('created_at', '>', last)
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  if (!missed) return null
  const since = last ? `since ${last.slice(0, 10)}` : 'so far'
  return `Stripe has sent nothing ${since}, although cards were charged. Is its webhook set up?`
}
