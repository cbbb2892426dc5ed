import { randomBytes } from 'node:crypto'
import type { Stripe } from 'stripe'
import { seconds } from './objects.ts'

/** The one that its owner made by hand. */
export function newEndpoint(at: Date): Stripe.WebhookEndpoint {
  return {
    id: 'we_standin',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: seconds(at),
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: 'https://farm.example/api/payments/stripe/webhook',
  }
}

type EndpointOrder = Pick<Stripe.WebhookEndpoint, 'url' | 'enabled_events'> &
  Partial<Pick<Stripe.WebhookEndpoint, 'api_version' | 'metadata'>>

/** Its secret is answered to its making alone. */
export function madeEndpoint(order: EndpointOrder, at: Date): Stripe.WebhookEndpoint {
  const id = `we_${randomBytes(8).toString('hex')}`
  return { ...newEndpoint(at), id, ...order }
}

export function newDispute(charge: Stripe.Charge, at: Date): Stripe.Dispute {
  return {
    id: `dp_${randomBytes(12).toString('hex')}`,
    object: 'dispute',
    amount: charge.amount_captured,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(at),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: Object(null),
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

export function anAccount(id: string): Stripe.Account {
  const open = { charges_enabled: true, details_submitted: true, payouts_enabled: true }
  return { id, object: 'account', ...open, email: 'farmer@example.com', type: 'standard' }
}

/** What a captured charge leaves in the account: Stripe keeps 2.9% and 30 cents. */
export function newBalanceOf(charge: Stripe.Charge): Stripe.BalanceTransaction {
  const fee = Math.round(charge.amount_captured * 0.029) + 30
  return {
    id: charge.id.replace('ch_', 'txn_'),
    object: 'balance_transaction',
    amount: charge.amount_captured,
    available_on: charge.created,
    balance_type: 'payments',
    created: charge.created,
    currency: charge.currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [],
    net: charge.amount_captured - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'pending',
    type: 'charge',
  }
}
