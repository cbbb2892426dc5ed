import type { Cents } from '#contract/money/money.ts'
import type { CardError, CardProvider, IntentStatus } from '#contract/money/payments.ts'

/** A card payment as its provider sees it. `metadata` names our shop and payment. */
export type Intent = {
  id: string
  status: IntentStatus
  amount: Cents
  /** What was taken of the amount; less where the owner captured a part at the provider. */
  received: Cents
  currency: string
  clientSecret: string
  metadata: Record<string, string>
  livemode: boolean
  lastError: CardError | null
  /** When the hold was placed, by the provider's clock; null where the call does not say. */
  heldAt: Date | null
}

export type ProviderRefund = {
  id: string
  amount: Cents
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Record<string, string>
}

export type DeliveryAddress = {
  name: string
  line: string
  city: string
  state: string
  zip: string
}

/**
 * What a new intent is made of; all of it comes from the stored payment, so that a repeat is the
 * same call. The description and the delivery are what the provider judges fraud by, and what the
 * owner reads there.
 */
export type IntentOrder = {
  amount: Cents
  method: string
  metadata: Record<string, string>
  description?: string
  delivery?: DeliveryAddress
}

export type ReleaseReason = 'cancelled' | 'abandoned'

/** Each change carries a key, so that a repeat does nothing twice. */
export type PaymentProvider = {
  name: CardProvider
  livemode: boolean
  /** False for a shop that took live money and lost its keys: it takes no test cards. */
  isOpen: boolean
  publishableKey: string | null
  createIntent(order: IntentOrder, key: string): Promise<Intent>
  retrieve(intentId: string): Promise<Intent>
  capture(intentId: string, key: string, metadata?: Record<string, string>): Promise<Intent>
  cancel(intentId: string, key: string, reason?: ReleaseReason): Promise<Intent>
  refund(
    refund: { intentId: string; amount: Cents; metadata: Record<string, string> },
    key: string,
  ): Promise<ProviderRefund>
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  /** The newest 10,000 since an instant; other shops of the account may be among them. */
  listIntents(since: Date): Promise<Intent[]>
  /** Its fee for a captured payment; null until it is known. Missing for a provider without fees. */
  readFee?(intentId: string): Promise<Cents | null>
  /** Missing for a provider without keys. @throws ProviderKeyRefusal */
  checkKey?(): Promise<void>
  /** Missing for a provider that sends no events. */
  webhook?: PaymentWebhook
  /** Missing where cards are real. */
  testSteps?: TestSteps
}

export type PaymentWebhook = {
  /** The provider's name and that of the setting with the webhook's secret, as the owner knows them. */
  title: string
  secretName: string
  path: `/api/${string}`
  signatureHeader: string
  /** Null without a webhook secret: then no event can be believed. @throws UnsignedEventError */
  readEvent: ((body: Buffer, signature: string, now: Date) => ProviderEvent) | null
  findFault(): Promise<string | null>
  /** The newest 10,000 of the account since an instant, also of payments not the shop's. */
  listAllRefunds(since: Date): Promise<RefundOfIntent[]>
  listDisputes(since: Date): Promise<DisputeOfIntent[]>
  /** How often the card of an intent was declined, as the provider counts it; at most 100. */
  countDeclines(intentId: string): Promise<number>
}

/** Which payment to look at again, and why; all else is read at the provider. */
export type ProviderEvent = {
  kind: 'decline' | 'dispute' | 'fraud-warning' | 'other'
  livemode: boolean
  intentId: string | null
}

export type RefundOfIntent = ProviderRefund & { intentId: string }

export type DisputeOfIntent = { intentId: string; outcome: 'open' | 'won' | 'lost' }

/** What a browser does with Stripe.js, and our own pages by two calls with test cards. */
export type TestSteps = {
  /** Whether a test card's bank asks its owner, so that only a browser can confirm it. */
  needsAuthentication(method: string): boolean
  confirm(clientSecret: string): Promise<Intent>
  authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<Intent>
}

/**
 * A provider's clear no. `card`: the card or its number was refused, in words for the buyer.
 * `state`: the payment is not in a state that allows it; read it again. Anything else thrown means
 * "unknown": it may have happened.
 */
export class ProviderRefusal extends Error {
  readonly kind: 'card' | 'state'
  readonly code: string

  constructor(kind: 'card' | 'state', code: string, message: string) {
    super(message)
    this.kind = kind
    this.code = code
  }
}

/**
 * The provider failed in a way it keeps: the same key would be answered the same failure for a day.
 * What happened is unknown; only when a look shows that nothing did may the call be made under
 * another key.
 */
export class ProviderFailure extends Error {}

/** The provider does not take the shop's key: whatever was asked did not happen. */
export class ProviderKeyRefusal extends Error {}

export class UnsignedEventError extends Error {}

/** A provider without its keys: no payment is known, and no new one begins. */
export function closedPayments(livemode: boolean): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw new Error(
      `Stripe's ${livemode ? 'live' : 'test'} keys are not set, so it cannot be reached.`,
    )
  }
  return {
    name: 'stripe',
    livemode,
    isOpen: false,
    publishableKey: null,
    createIntent: refuse,
    retrieve: refuse,
    capture: refuse,
    cancel: refuse,
    refund: refuse,
    listRefunds: refuse,
    listIntents: refuse,
  }
}
