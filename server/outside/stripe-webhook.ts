import type { Stripe } from 'stripe'
import { STRIPE_API_VERSION } from './stripe-client.ts'

export const WEBHOOK_PATH = '/api/payments/stripe/webhook'

export const WEBHOOK_EVENTS = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.succeeded',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
]

/** What is wrong with the account's webhook, and what is only otherwise than it was proved with; null for nothing. */
export type WebhookFindings = { fault: string | null; note: string | null }

export async function lookAtWebhook(client: Stripe): Promise<WebhookFindings> {
  const { data } = await client.webhookEndpoints.list({ limit: 100 })
  const ours = data.filter(({ url, status }) => url.endsWith(WEBHOOK_PATH) && status === 'enabled')
  if (ours.length === 0)
    return { fault: `no endpoint ends in ${WEBHOOK_PATH}; create one in Stripe's dashboard`, note: null }
  const heard = new Set<string>(ours.flatMap(({ enabled_events }) => enabled_events))
  const missing = heard.has('*') ? [] : WEBHOOK_EVENTS.filter((event) => !heard.has(event))
  const urls = ours.map(({ url }) => url).join(', ')
  const other = ours.find(({ api_version }) => api_version && api_version !== STRIPE_API_VERSION)
  return {
    fault: missing.length > 0 ? `${urls} does not hear of ${missing.join(', ')}` : null,
    // The shop reads only ids from events, and asks Stripe for the rest in its own version.
    note: other ? `${other.url} speaks API ${other.api_version}, the shop ${STRIPE_API_VERSION}` : null,
  }
}
