import type { Stripe } from 'stripe'

/** How far an event's time may lie from ours, in seconds, either way. */
const TOLERANCE = 300

/** What an event is good for: which payment to look at again. Everything else it says is left to Stripe's own answer. */
export type StripeEvent = { type: string; livemode: boolean; intentId: string | null }

export class UnsignedEventError extends Error {}

type Received = { body: Buffer; signature: string; secret: string }

/** Reads an event over its very bytes. @throws UnsignedEventError */
export function readStripeEvent(webhooks: Stripe['webhooks'], received: Received, now: Date): StripeEvent {
  const event = verify(webhooks, received, now)
  // Stripe's library refuses what is old only; what claims to come from the future could be replayed for as long.
  if (signedAt(received.signature) - now.getTime() / 1000 > TOLERANCE)
    throw new UnsignedEventError('Signed in the future.')
  const { type, livemode, data } = event
  return { type, livemode, intentId: intentIdOf(data.object) }
}

function verify(webhooks: Stripe['webhooks'], { body, signature, secret }: Received, now: Date): Stripe.Event {
  try {
    return webhooks.constructEvent(body, signature, secret, TOLERANCE, undefined, now.getTime())
  } catch (error) {
    throw new UnsignedEventError('Not signed by Stripe.', { cause: error })
  }
}

/** The time that was signed, in seconds: the last one of the header, as the library reads it. */
function signedAt(signature: string): number {
  const times = signature.split(',').flatMap((part) => /^t=(-?\d+)/.exec(part)?.[1] ?? [])
  return Number(times.at(-1))
}

/** The payment an event is about: its object, or what its object (a charge, a refund, a dispute) belongs to. */
function intentIdOf(object: object): string | null {
  if ('object' in object && object.object === 'payment_intent' && 'id' in object) return String(object.id)
  const of = 'payment_intent' in object ? object.payment_intent : null
  return typeof of === 'string' ? of : null
}
