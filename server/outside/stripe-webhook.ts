import type { Stripe } from 'stripe'
import { type ProviderEvent, UnsignedEventError } from './payment-provider.ts'
import { STRIPE_API_VERSION } from './stripe-client.ts'

export const WEBHOOK_PATH = '/api/payments/stripe/webhook'

const WEBHOOK_EVENTS = [
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

type WebhookFindings = { fault: string | null; note: string | null }

export async function inspectWebhook(client: Stripe): Promise<WebhookFindings> {
  const { data } = await client.webhookEndpoints.list({ limit: 100 })
  const ours = data.filter(({ url, status }) => url.endsWith(WEBHOOK_PATH) && status === 'enabled')
  if (ours.length === 0)
    return {
      fault: `no endpoint ends in ${WEBHOOK_PATH}; create one in Stripe's dashboard`,
      note: null,
    }
  const subscribed = new Set<string>(ours.flatMap(({ enabled_events }) => enabled_events))
  const missing = subscribed.has('*')
    ? []
    : WEBHOOK_EVENTS.filter((event) => !subscribed.has(event))
  const urls = ours.map(({ url }) => url).join(', ')
  const other = ours.find(({ api_version }) => api_version && api_version !== STRIPE_API_VERSION)
  return {
    fault: missing.length > 0 ? `${urls} does not get ${missing.join(', ')}` : null,
    // The shop reads only ids from events, and fetches the rest in its own API version.
    note: other
      ? `${other.url} uses API ${other.api_version}, the shop ${STRIPE_API_VERSION}`
      : null,
  }
}

/** In seconds, either way: how far an event's time may be from ours. */
const TOLERANCE = 300

type Received = { body: Buffer; signature: string; secret: string }

export function readStripeEvent(
  webhooks: Stripe['webhooks'],
  received: Received,
  now: Date,
): ProviderEvent {
  const event = verify(webhooks, received, now)
  // Stripe's library refuses only old events; one dated in the future could be replayed that much
  // longer.
  if (signedAt(received.signature) - now.getTime() / 1000 > TOLERANCE)
    throw new UnsignedEventError('Signed in the future.')
  const { type, livemode, data } = event
  return { kind: kindOf(type), livemode, intentId: intentIdOf(data.object) }
}

function verify(
  webhooks: Stripe['webhooks'],
  { body, signature, secret }: Received,
  now: Date,
): Stripe.Event {
  try {
    return webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime())
  } catch (error) {
    throw new UnsignedEventError('Not signed by Stripe.', { cause: error })
  }
}

/** In seconds; the header's last, as the library reads it. */
function signedAt(signature: string): number {
  const times = signature.split(',').flatMap((part) => /^t=(-?\d+)/.exec(part)?.[1] ?? [])
  return Number(times.at(-1))
}

function kindOf(type: string): ProviderEvent['kind'] {
  if (type === 'payment_intent.payment_failed') return 'decline'
  if (type === 'radar.early_fraud_warning.created') return 'fraud-warning'
  return type.startsWith('charge.dispute.') ? 'dispute' : 'other'
}

function intentIdOf(object: object): string | null {
  if ('object' in object && object.object === 'payment_intent' && 'id' in object)
    return String(object.id)
  const of = 'payment_intent' in object ? object.payment_intent : null
  return typeof of === 'string' ? of : null
}
