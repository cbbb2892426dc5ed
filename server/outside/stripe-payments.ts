import type { Stripe } from 'stripe'
import type { Cents } from '#contract/money/money.ts'
import { type CardError, INTENT_STATUSES } from '#contract/money/payments.ts'
import type { StripeKeys } from '#server/config/services.ts'
import {
  type DeliveryAddress,
  type DisputeOfIntent,
  type Intent,
  type IntentOrder,
  type PaymentProvider,
  type PaymentWebhook,
  ProviderPermissionRefusal,
  type ProviderRefund,
  type RefundOfIntent,
} from './payment-provider.ts'
import { stripeClient, translateStripeError } from './stripe-client.ts'
import { inspectWebhook, readStripeEvent } from './stripe-webhook.ts'

type StripePayments = PaymentProvider & { webhook: PaymentWebhook }

export async function stripePayments(keys: StripeKeys): Promise<StripePayments> {
  const client = await stripeClient(keys)
  const { paymentIntents, charges, disputes, refunds, webhooks } = client
  const { webhookSecret, otherSecrets = [] } = keys
  const secrets = webhookSecret ? [webhookSecret, ...otherSecrets] : []
  const guard = <T>(call: Promise<T>) =>
    call.catch((error: unknown): never => {
      throw translateStripeError(error, client.errors)
    })
  const newest = <T>(list: Stripe.ApiListPromise<T>) =>
    guard(list.autoPagingToArray({ limit: MAX_LISTED }))
  const intentFrom = async (call: Promise<Stripe.PaymentIntent>) => intentOf(await guard(call))
  return {
    name: 'stripe',
    livemode: keys.livemode,
    isOpen: true,
    publishableKey: keys.publishableKey,
    createIntent: (order, idempotencyKey) =>
      intentFrom(paymentIntents.create(newIntent(order), { idempotencyKey })),
    retrieve: (id) => intentFrom(paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    capture: (id, idempotencyKey, metadata) =>
      intentFrom(paymentIntents.capture(id, metadata ? { metadata } : {}, { idempotencyKey })),
    cancel: (id, idempotencyKey, why) =>
      intentFrom(
        paymentIntents.cancel(id, why ? { cancellation_reason: why } : {}, { idempotencyKey }),
      ),
    refund: async ({ intentId, amount, metadata }, idempotencyKey) => {
      const refund = { payment_intent: intentId, amount, metadata }
      return refundOf(await guard(refunds.create(refund, { idempotencyKey })))
    },
    listRefunds: async (id) =>
      (await guard(Array.fromAsync(refunds.list({ payment_intent: id, limit: PAGE })))).map(
        refundOf,
      ),
    listIntents: async (since) =>
      (await newest(paymentIntents.list(madeSince(since)))).filter(isOfAShop).map(intentOf),
    readFee: async (id) =>
      feeOf(
        await guard(paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })),
      ),
    checkKey: async () => void (await guard(paymentIntents.list({ limit: 1 }))),
    webhook: {
      readEvent: webhookSecret
        ? (body, signature, now) => readStripeEvent(webhooks, { body, signature, secrets }, now)
        : null,
      findFault: () =>
        guard(inspectWebhook(client)).catch((error: unknown) => {
          // A key that may not look says nothing about the webhook.
          if (error instanceof ProviderPermissionRefusal) return null
          throw error
        }),
      listAllRefunds: async (since) =>
        (await newest(refunds.list(madeSince(since)))).flatMap(refundOfIntent),
      listDisputes: async (since) =>
        (await newest(disputes.list(madeSince(since)))).flatMap(disputeOfIntent),
      // Each try at the card is a charge; a failed bank challenge makes none.
      countDeclines: async (id) => {
        const { data } = await guard(charges.list({ payment_intent: id, limit: PAGE }))
        return data.filter(({ status }) => status === 'failed').length
      },
    },
  }
}

const PAGE = 100
const MAX_LISTED = 10_000

function madeSince(since: Date): { created: { gte: number }; limit: number } {
  return { created: { gte: Math.floor(since.getTime() / 1000) }, limit: PAGE }
}

/** Never confirmed here, since a bank couldn't ask. No receipt: the shop sends its own. */
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

function shippingOf({ name, line, city, state, zip }: DeliveryAddress) {
  return { name, address: { line1: line, city, state, postal_code: zip, country: 'US' } }
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

function cardErrorOf(error: Stripe.PaymentIntent.LastPaymentError | null): CardError | null {
  if (!error) return null
  const { code = error.type, decline_code = null, message = 'Your card was declined.' } = error
  return { code, decline_code, message }
}

/** An answered bank inquiry is no longer a dispute. */
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

/** The owner may use the account for other things, which we leave alone. */
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

/** The charge dates from when the card was tried; Stripe sends it if the call expands it. */
function heldAtOf(charge: Stripe.PaymentIntent['latest_charge']): Date | null {
  if (charge === null || typeof charge === 'string' || charge.status !== 'succeeded') return null
  return new Date(charge.created * 1000)
}

/** Stripe records the fee shortly after capture, in the account's currency. */
function feeOf({ latest_charge, currency }: Stripe.PaymentIntent): Cents | null {
  if (latest_charge === null || typeof latest_charge === 'string') return null
  const { balance_transaction: transaction } = latest_charge
  if (transaction === null || typeof transaction === 'string' || transaction.currency !== currency)
    return null
  return transaction.fee as Cents
}
