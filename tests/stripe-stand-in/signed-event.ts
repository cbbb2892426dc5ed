import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import { STRIPE_API_VERSION } from '#server/outside/stripe-client.ts'
import { seconds } from './objects.ts'

/** A repeat of the same event has the same id. */
export type Sent = {
  type: Stripe.Event['type']
  object: object
  id?: string
  key?: string | undefined
}
export type SignedEvent = { payload: string; headers: Record<string, string> }

export function eventOf(
  { type, object, id, key = undefined }: Sent,
  at: Date,
  more: { livemode?: boolean } = {},
): object {
  return {
    id: id ?? newEventId(),
    object: 'event',
    api_version: STRIPE_API_VERSION,
    created: seconds(at),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: key ? { id: `req_${randomBytes(7).toString('hex')}`, idempotency_key: key } : null,
    type,
    ...more,
  }
}

export function newEventId(): string {
  return `evt_${randomBytes(8).toString('hex')}`
}

export function sign(payload: string, secret: string, at: Date): SignedEvent {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: seconds(at),
  })
  return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}
