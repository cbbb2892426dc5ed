import type { Cents } from '#contract/money/money.ts'
import type { CardError, CardProvider, IntentStatus } from '#contract/money/payments.ts'

export type Intent = {
  id: string
  status: IntentStatus
  amount: Cents
  /** Less than the amount if the owner captured a part at the provider. */
  received: Cents
  currency: string
  clientSecret: string
  metadata: Record<string, string>
  livemode: boolean
  lastError: CardError | null
  /** When the hold was placed, by the provider's clock; null if the call doesn't say. */
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
 * All from the stored payment, so that a repeat is the same call. The provider judges fraud by
 * description and delivery, and the owner reads them there.
 */
export type IntentOrder = {
  amount: Cents
  method: string
  metadata: Record<string, string>
  description?: string
  delivery?: DeliveryAddress
}

/** As Stripe names them. */
type ReleaseReason = 'requested_by_customer' | 'abandoned'

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
  /** Null until known. Missing for a provider without fees. */
  readFee?(intentId: string): Promise<Cents | null>
  /** Missing for a provider without keys. @throws ProviderKeyRefusal */
  checkKey?(): Promise<void>
  webhook?: PaymentWebhook
  testSteps?: TestSteps
}

export type PaymentWebhook = {
  /** Null without a webhook secret: then no event can be believed. @throws UnsignedEventError */
  readEvent: ((body: Buffer, signature: string, now: Date) => ProviderEvent) | null
  findFault(): Promise<string | null>
  /** The account's newest 10,000 since an instant, some of them not the shop's. */
  listAllRefunds(since: Date): Promise<RefundOfIntent[]>
  listDisputes(since: Date): Promise<DisputeOfIntent[]>
  /** The provider's count; at most 100. */
  countDeclines(intentId: string): Promise<number>
}

/** Says only which payment to look at again and why; the rest is read from the provider. */
export type ProviderEvent = {
  kind: 'decline' | 'dispute' | 'fraud-warning' | 'other'
  livemode: boolean
  intentId: string | null
}

export type RefundOfIntent = ProviderRefund & { intentId: string }

export type DisputeOfIntent = { intentId: string; outcome: 'open' | 'won' | 'lost' }

export type TestSteps = {
  /** The test card's bank challenges its owner, so only a browser can confirm it. */
  needsAuthentication(method: string): boolean
  confirm(clientSecret: string): Promise<Intent>
  authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<Intent>
}

/**
 * A provider's clear no. `card`: refused card or number, worded for the buyer. `state`: the
 * payment's state doesn't allow it; read it again. Anything else thrown means "unknown": it may
 * have happened.
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

export function nullIfRefused(error: unknown): null {
  if (error instanceof ProviderRefusal) return null
  throw error
}

/**
 * A failure the provider remembers: the same key gets it again for a day. The outcome is unknown;
 * use another key only after a look shows that nothing happened.
 */
export class ProviderFailure extends Error {}

/** The provider rejects the shop's key: nothing happened. */
export class ProviderKeyRefusal extends Error {}

/** The key lacks a permission: nothing happened. Named by the provider, if it says which. */
export class ProviderPermissionRefusal extends Error {
  readonly permission: string | null

  constructor(permission: string | null, message: string) {
    super(message)
    this.permission = permission
  }
}

export class UnsignedEventError extends Error {}

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
