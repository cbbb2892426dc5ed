import type { Stripe } from 'stripe'
import type { Cents } from '#contract/money.ts'
import { type CardError, INTENT_STATUSES } from '#contract/payments.ts'
import type { StripeKeys } from '#server/config/stripe.ts'
import type {
  DeliveryAddress,
  DisputeOfIntent,
  Intent,
  IntentOrder,
  PaymentProvider,
  PaymentWebhook,
  ProviderRefund,
  RefundOfIntent,
  ReleaseReason,
} from './payment-provider.ts'
import { STRIPE_API_VERSION, stripeClient, translateStripeError } from './stripe-client.ts'
import { inspectWebhook, readStripeEvent, WEBHOOK_PATH } from './stripe-webhook.ts'

type StripePayments = PaymentProvider & { webhook: PaymentWebhook }

export type StripeAccount = { account: string; apiVersion: string }

/** Cards through Stripe: holds by manual capture, cards only, confirmed by the browser. */
export async function stripePayments(keys: StripeKeys): Promise<StripePayments> {
  const client = await stripeClient(keys)
  const guarded: Ask = (call) =>
    call.catch((error: unknown): never => {
      throw translateStripeError(error, client.errors)
    })
  const { paymentIntents, refunds } = client
  return {
    name: 'stripe',
    livemode: keys.livemode,
    isOpen: true,
    publishableKey: keys.publishableKey,
    createIntent: async (order, idempotencyKey) =>
      intentOf(await guarded(paymentIntents.create(newIntent(order), { idempotencyKey }))),
    retrieve: async (id) =>
      intentOf(await guarded(paymentIntents.retrieve(id, { expand: ['latest_charge'] }))),
    capture: async (id, idempotencyKey, metadata) =>
      intentOf(
        await guarded(paymentIntents.capture(id, metadata ? { metadata } : {}, { idempotencyKey })),
      ),
    cancel: async (id, idempotencyKey, reason) =>
      intentOf(
        await guarded(
          paymentIntents.cancel(id, reason ? cancellation(reason) : {}, { idempotencyKey }),
        ),
      ),
    refund: async ({ intentId, amount, metadata }, idempotencyKey) =>
      refundOf(
        await guarded(
          refunds.create({ payment_intent: intentId, amount, metadata }, { idempotencyKey }),
        ),
      ),
    listRefunds: async (id) => (await guarded(everyRefund(client, id))).map(refundOf),
    listIntents: async (since) =>
      (await guarded(everyIntent(client, since))).filter(isOfAShop).map(intentOf),
    webhook: webhookOf(client, keys, guarded),
  }
}

type Ask = <T>(call: Promise<T>) => Promise<T>

function webhookOf(
  client: Stripe,
  { webhookSecret: secret }: StripeKeys,
  guarded: Ask,
): PaymentWebhook {
  return {
    path: WEBHOOK_PATH,
    signatureHeader: 'stripe-signature',
    readEvent: secret
      ? (body, signature, now) => readStripeEvent(client.webhooks, { body, signature, secret }, now)
      : null,
    findFault: async () => (await guarded(inspectWebhook(client))).fault,
    listAllRefunds: async (since) =>
      (await guarded(everyRefundSince(client, since))).flatMap(refundOfIntent),
    listDisputes: async (since) =>
      (await guarded(everyDispute(client, since))).flatMap(disputeOfIntent),
    countDeclines: async (id) =>
      (await guarded(everyCharge(client, id))).filter(({ status }) => status === 'failed').length,
  }
}

export async function stripeAccount(keys: StripeKeys): Promise<StripeAccount> {
  const client = await stripeClient(keys)
  const { id } = await client.accounts.retrieveCurrent()
  return { account: id, apiVersion: STRIPE_API_VERSION }
}

/** Never confirmed here: a bank's question could not be asked. No receipt: the shop writes its own. */
function newIntent(order: IntentOrder): Stripe.PaymentIntentCreateParams {
  const { amount, method, metadata, description, delivery } = order
  return {
    amount,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    metadata,
    ...(description ? { description } : {}),
    ...(delivery ? { shipping: shippingOf(delivery) } : {}),
  }
}

function shippingOf({
  name,
  line,
  city,
  state,
  zip,
}: DeliveryAddress): Stripe.PaymentIntentCreateParams.Shipping {
  return { name, address: { line1: line, city, state, postal_code: zip, country: 'US' } }
}

function cancellation(reason: ReleaseReason): Stripe.PaymentIntentCancelParams {
  return { cancellation_reason: reason === 'cancelled' ? 'requested_by_customer' : reason }
}

function intentOf(intent: Stripe.PaymentIntent): Intent {
  const status = INTENT_STATUSES.find((known) => known === intent.status)
  if (!status || !intent.client_secret)
    throw new Error(`Stripe answered a payment that is ${intent.status}.`)
  return {
    id: intent.id,
    status,
    amount: intent.amount as Cents,
    received: intent.amount_received as Cents,
    currency: intent.currency,
    clientSecret: intent.client_secret,
    metadata: intent.metadata,
    livemode: intent.livemode,
    lastError: cardErrorOf(intent.last_payment_error),
    heldAt: heldAtOf(intent.latest_charge),
  }
}

/** The charge that holds the money was made when the card was asked; it is told in full only where the call expands it. */
function heldAtOf(charge: Stripe.PaymentIntent['latest_charge']): Date | null {
  if (charge === null || typeof charge === 'string' || charge.status !== 'succeeded') return null
  return new Date(charge.created * 1000)
}

function cardErrorOf(error: Stripe.PaymentIntent.LastPaymentError | null): CardError | null {
  if (!error) return null
  const { code = error.type, decline_code = null, message = 'Your card was declined.' } = error
  return { code, decline_code, message }
}

function everyRefund({ refunds }: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  return Array.fromAsync(refunds.list({ payment_intent: intentId, limit: 100 }))
}

/** The tries at an intent's card; a bank's question that went wrong is none. */
async function everyCharge({ charges }: Stripe, intentId: string): Promise<Stripe.Charge[]> {
  return (await charges.list({ payment_intent: intentId, limit: 100 })).data
}

const MAX_LISTED = 10_000

function everyIntent({ paymentIntents }: Stripe, since: Date): Promise<Stripe.PaymentIntent[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  return paymentIntents.list({ created, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED })
}

function everyRefundSince({ refunds }: Stripe, since: Date): Promise<Stripe.Refund[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  return refunds.list({ created, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED })
}

function everyDispute({ disputes }: Stripe, since: Date): Promise<Stripe.Dispute[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  return disputes.list({ created, limit: 100 }).autoPagingToArray({ limit: MAX_LISTED })
}

/** A bank's question that was answered is no dispute any more. */
const ENDED: Partial<Record<Stripe.Dispute.Status, 'won' | 'lost'>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
}

function disputeOfIntent({ payment_intent, status }: Stripe.Dispute): DisputeOfIntent[] {
  return typeof payment_intent === 'string'
    ? [{ intentId: payment_intent, outcome: ENDED[status] ?? 'open' }]
    : []
}

function refundOfIntent(refund: Stripe.Refund): RefundOfIntent[] {
  const { payment_intent } = refund
  return typeof payment_intent === 'string'
    ? [{ ...refundOf(refund), intentId: payment_intent }]
    : []
}

/** An owner may use the account for other things as well; those are left alone. */
function isOfAShop({ metadata }: Stripe.PaymentIntent): boolean {
  return metadata.shop !== undefined
}

function refundOf(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    amount: refund.amount as Cents,
    status: refundStatus(refund.status),
    metadata: refund.metadata ?? {},
  }
}

function refundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return status
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
