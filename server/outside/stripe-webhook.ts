import type { Stripe } from 'stripe'
import { type ProviderEvent, UnsignedEventError } from './payment-provider.ts'
import { STRIPE_API_VERSION } from './stripe-client.ts'

export const WEBHOOK_PATH = '/api/payments/stripe/webhook'

const WEBHOOK_EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
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

/** What is wrong with our endpoints, or null. Their API version may differ: only ids are read. */
export async function inspectWebhook(client: Stripe): Promise<string | null> {
  const { data } = await client.webhookEndpoints.list({ limit: 100 })
  const ours = data.filter(({ url, status }) => url.endsWith(WEBHOOK_PATH) && status === 'enabled')
  if (ours.length === 0)
    return `no endpoint ends in ${WEBHOOK_PATH}; run stripe-check, or connect Stripe again at the desk`
  const subscribed = new Set<string>(ours.flatMap(({ enabled_events }) => enabled_events))
  const missing = subscribed.has('*')
    ? []
    : WEBHOOK_EVENTS.filter((event) => !subscribed.has(event))
  const urls = ours.map(({ url }) => url).join(', ')
  return missing.length > 0 ? `${urls} does not get ${missing.join(', ')}` : null
}

/** One is this shop's if it made it, for exactly this address. */
export type WebhookPlace = { shop: string; url: string }

export type MadeWebhook = { webhookId: string | null; webhookSecret: string | null }

/** Stripe tells the secret once. Deletes our others but `held`: its events may be on their way. */
export async function makeWebhook(
  client: Stripe,
  place: WebhookPlace,
  held: string | null = null,
): Promise<MadeWebhook> {
  const { shop, url } = place
  for (const { id } of await listOwnWebhooks(client, place))
    if (id !== held) await client.webhookEndpoints.del(id)
  const { id, secret } = await client.webhookEndpoints.create({
    url,
    enabled_events: WEBHOOK_EVENTS,
    api_version: STRIPE_API_VERSION,
    metadata: { shop },
  })
  if (!secret) throw new Error('Stripe did not say the secret of the webhook.')
  return { webhookId: id, webhookSecret: secret }
}

export async function listOwnWebhooks(
  client: Stripe,
  { shop, url }: WebhookPlace,
): Promise<Stripe.WebhookEndpoint[]> {
  const { data } = await client.webhookEndpoints.list({ limit: 100 })
  return data.filter((one) => one.metadata.shop === shop && one.url === url)
}

/** In seconds, either way: how far an event's time may be from ours. */
const TOLERANCE = 300

type Received = { body: Buffer; signature: string; secrets: readonly string[] }

export function readStripeEvent(
  webhooks: Stripe['webhooks'],
  received: Received,
  now: Date,
): ProviderEvent {
  const event = verify(webhooks, received, now)
  // Stripe's library refuses only old events; a future one could be replayed that much longer.
  if (signedAt(received.signature) - now.getTime() / 1000 > TOLERANCE)
    throw new UnsignedEventError('Signed in the future.')
  const { type, livemode, data } = event
  return { kind: kindOf(type), livemode, intentId: intentIdOf(data.object) }
}

function verify(
  webhooks: Stripe['webhooks'],
  { body, signature, secrets }: Received,
  now: Date,
): Stripe.Event {
  let cause: unknown
  for (const secret of secrets) {
    try {
      return webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime())
    } catch (error) {
      cause = error
    }
  }
  throw new UnsignedEventError('Not signed by Stripe.', { cause })
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
