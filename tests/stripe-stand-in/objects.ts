import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { CardError } from '#contract/money/payments.ts'

export type Order = {
  amount: number
  currency: string
  payment_method?: string
  capture_method?: Stripe.PaymentIntent['capture_method']
  allowed_payment_method_types?: Stripe.PaymentIntent['allowed_payment_method_types']
  receipt_email?: string
  confirm?: boolean
  metadata?: Record<string, string>
  description?: string
  shipping?: { name: string; address: Partial<Stripe.Address> }
  statement_descriptor_suffix?: string
}

export function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}

export function newIntent(order: Order, at: Date): Stripe.PaymentIntent {
  const id = `pi_${randomBytes(12).toString('hex')}`
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: order.allowed_payment_method_types ?? null,
    amount: order.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: order.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: seconds(at),
    currency: order.currency,
    customer: null,
    customer_account: null,
    description: order.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: order.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: order.payment_method ? `pm_${randomBytes(8).toString('hex')}` : null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: order.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: order.shipping ? shippingOf(order.shipping) : null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: order.statement_descriptor_suffix ?? null,
    status: order.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_group: null,
  }
}

const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
}

/** What was left out is answered as null. */
function shippingOf({
  name,
  address,
}: NonNullable<Order['shipping']>): Stripe.PaymentIntent.Shipping {
  return { name, address: { ...NO_ADDRESS, ...address } }
}

type Try = { refused: CardError | null; method: string | undefined }

export function newCharge(
  intent: Stripe.PaymentIntent,
  { refused, method }: Try,
  at: Date,
): Stripe.Charge {
  return {
    id: `ch_${randomBytes(12).toString('hex')}`,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: false,
    created: seconds(at),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refused?.code ?? null,
    failure_message: refused?.message ?? null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(refused),
    paid: !refused,
    payment_intent: intent.id,
    payment_method: method ?? null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
    status: refused ? 'failed' : 'succeeded',
  }
}

function outcomeOf(refused: CardError | null): Stripe.Charge.Outcome {
  const checked = { advice_code: null, network_advice_code: null, network_decline_code: null }
  const risk = { risk_level: 'normal', risk_score: 12 }
  const said = refused
    ? {
        network_status: 'declined_by_network',
        reason: refused.decline_code ?? refused.code,
        type: 'issuer_declined',
      }
    : { network_status: 'approved_by_network', reason: null, type: 'authorized' }
  return {
    ...checked,
    ...risk,
    ...said,
    seller_message: refused ? 'The bank refused.' : 'Payment complete.',
  }
}

type NewRefund = { amount: number; metadata: Record<string, string> }

export function newRefund(
  intent: Stripe.PaymentIntent,
  { amount, metadata }: NewRefund,
  at: Date,
): Stripe.Refund {
  return {
    id: `re_${randomBytes(12).toString('hex')}`,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: intent.latest_charge,
    created: seconds(at),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: intent.id,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}
