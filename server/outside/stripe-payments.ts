import type { Stripe } from 'stripe'
import type { Cents } from '#contract/money.ts'
import { type CardError, INTENT_STATUSES } from '#contract/payments.ts'
import type { StripeKeys } from '#server/config-stripe.ts'
import type { Intent, IntentOrder, PaymentProvider, ProviderRefund } from './payment-provider.ts'
import { STRIPE_API_VERSION, stripeClient } from './stripe-client.ts'
import { translateStripeError } from './stripe-errors.ts'
import { readStripeEvent, type StripeEvent } from './stripe-events.ts'

/** Stripe, and what it tells the shop unasked. */
export type StripePayments = PaymentProvider & {
  /** Null without a webhook secret: then no event can be believed. */
  readEvent: ((body: Buffer, signature: string, now: Date) => StripeEvent) | null
  /** How often the card of an intent was refused, as Stripe counts it; at most 100. */
  countDeclines(intentId: string): Promise<number>
}

/** The account behind the keys, and the version of the API that the shop was written for. */
export type StripeAccount = { account: string; apiVersion: string }

/** Cards through Stripe: holds by manual capture, cards only, confirmed by the browser. */
export async function stripePayments(keys: StripeKeys): Promise<StripePayments> {
  const client = await stripeClient(keys)
  const ask = <T>(call: Promise<T>) =>
    call.catch((error: unknown): never => {
      throw translateStripeError(error, client.errors)
    })
  const { paymentIntents, refunds } = client
  const { webhookSecret } = keys
  return {
    name: 'stripe',
    livemode: keys.livemode,
    isOpen: true,
    publishableKey: keys.publishableKey,
    createIntent: async (order, idempotencyKey) =>
      intentOf(await ask(paymentIntents.create(newIntent(order), { idempotencyKey }))),
    retrieve: async (id) => intentOf(await ask(paymentIntents.retrieve(id))),
    capture: async (id, idempotencyKey) => intentOf(await ask(paymentIntents.capture(id, {}, { idempotencyKey }))),
    cancel: async (id, idempotencyKey) => intentOf(await ask(paymentIntents.cancel(id, {}, { idempotencyKey }))),
    refund: async ({ intentId, amount, metadata }, idempotencyKey) =>
      refundOf(await ask(refunds.create({ payment_intent: intentId, amount, metadata }, { idempotencyKey }))),
    listRefunds: async (id) => (await ask(everyRefund(client, id))).map(refundOf),
    listIntents: async (since) => (await ask(everyIntent(client, since))).filter(isOfAShop).map(intentOf),
    countDeclines: async (id) =>
      (await ask(everyCharge(client, id))).filter(({ status }) => status === 'failed').length,
    readEvent: webhookSecret
      ? (body, signature, now) => readStripeEvent(client.webhooks, { body, signature, secret: webhookSecret }, now)
      : null,
  }
}

/** Which account the keys open. @throws Error when Stripe does not say */
export async function stripeAccount(keys: StripeKeys): Promise<StripeAccount> {
  const client = await stripeClient(keys)
  const { id } = await client.accounts.retrieveCurrent()
  return { account: id, apiVersion: STRIPE_API_VERSION }
}

/** Never confirmed here: a bank's question could not be asked. No receipt: the shop writes its own. */
function newIntent({ amount, method, metadata }: IntentOrder): Stripe.PaymentIntentCreateParams {
  return {
    amount,
    currency: 'usd',
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    metadata,
  }
}

function intentOf(intent: Stripe.PaymentIntent): Intent {
  const status = INTENT_STATUSES.find((known) => known === intent.status)
  if (!status || !intent.client_secret) throw new Error(`Stripe answered a payment that is ${intent.status}.`)
  return {
    id: intent.id,
    status,
    amount: intent.amount as Cents,
    currency: intent.currency,
    clientSecret: intent.client_secret,
    metadata: intent.metadata,
    livemode: intent.livemode,
    lastError: cardErrorOf(intent.last_payment_error),
  }
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

/** The longest list that Stripe's library goes through by itself. */
const LONGEST_LIST = 10_000

function everyIntent({ paymentIntents }: Stripe, since: Date): Promise<Stripe.PaymentIntent[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  return paymentIntents.list({ created, limit: 100 }).autoPagingToArray({ limit: LONGEST_LIST })
}

/** What else the owner does with his account is none of the shop's business. */
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
