import type { Stripe } from 'stripe'
import { invalid } from './refused.ts'

export type Intent = Stripe.PaymentIntent

export type Drawer = {
  intents: Map<string, Intent>
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
  /** Every attempt at a card, oldest first. */
  charges: Stripe.Charge[]
  /** Each payment's card, by the payment's id. */
  cards: Map<string, string>
  now: () => Date
  emit: (type: Stripe.Event['type'], object: object) => void
}

export function find({ intents }: Drawer, id: string): Intent {
  const intent = intents.get(id)
  if (!intent) throw invalid('resource_missing', `No such payment_intent: '${id}'`)
  return intent
}

export function findIn(drawer: Drawer, id: string, ...allowed: Intent['status'][]): Intent {
  const intent = find(drawer, id)
  if (allowed.includes(intent.status)) return intent
  const message = `This PaymentIntent is ${intent.status}.`
  throw invalid('payment_intent_unexpected_state', message, { payment_intent: intent })
}

/** The charge that holds or took a payment's money. */
export function chargeOf(
  { charges }: Drawer,
  { latest_charge }: Intent,
): Stripe.Charge | undefined {
  return charges.find(({ id }) => id === latest_charge)
}
