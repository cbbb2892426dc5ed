import type { Stripe } from 'stripe'
import type { CardError } from '#contract/payments.ts'
import { type CardBehaviour, findTestCard } from '#server/outside/sandbox-cards.ts'
import { newCharge, newIntent, newRefund, type Order, seconds } from './objects.ts'
import { invalid, Refused } from './refused.ts'

type Intent = Stripe.PaymentIntent
type RefundOrder = { payment_intent: string; amount?: number; metadata?: Record<string, string> }

type Drawer = {
  intents: Map<string, Intent>
  refunds: Stripe.Refund[]
  /** Every try at a card, the oldest first. */
  charges: Stripe.Charge[]
  /** The card of each payment, by the payment's id. */
  cards: Map<string, string>
  now: () => Date
  tell: (type: Stripe.Event['type'], object: object) => void
}

const AUTHENTICATION_FAILED: CardError = {
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message: 'The provided PaymentMethod has failed authentication.',
}

/** What Stripe keeps: card payments and their refunds. `tell` hears every change, as webhooks would. */
export function openTill(now: Drawer['now'], tell: Drawer['tell']) {
  const drawer: Drawer = { intents: new Map(), refunds: [], charges: [], cards: new Map(), now, tell }
  return {
    intents: drawer.intents,
    find: (id: string) => find(drawer, id),
    madeSince: (at: number) => madeSince(drawer, at),
    create: (order: Order) => create(drawer, order),
    confirm: (id: string, card?: string) => confirm(drawer, id, card),
    chargesOf: (intentId: string) => drawer.charges.filter((one) => one.payment_intent === intentId).toReversed(),
    /** The owner's answer to the bank's question, which Stripe.js asks in a frame of the bank's. */
    authenticate: (id: string, outcome: 'complete' | 'fail') => authenticate(drawer, id, outcome),
    capture: (id: string) => take(drawer, findIn(drawer, id, 'requires_capture')),
    cancel: (id: string) => cancel(drawer, id),
    refund: (order: RefundOrder) => refund(drawer, order),
    refundsOf: (intentId: string) => refundsOf(drawer, intentId),
    /** A refund that the bank sends back later. */
    failRefund: (id: string) => failRefund(drawer, id),
  }
}

export type Till = ReturnType<typeof openTill>

function find({ intents }: Drawer, id: string): Intent {
  const intent = intents.get(id)
  if (!intent) throw invalid('resource_missing', `No such payment_intent: '${id}'`)
  return intent
}

/** The newest first, as Stripe lists them. */
function madeSince({ intents }: Drawer, at: number): Intent[] {
  return [...intents.values()].filter((intent) => intent.created >= at).toReversed()
}

function findIn(drawer: Drawer, id: string, ...allowed: Intent['status'][]): Intent {
  const intent = find(drawer, id)
  if (allowed.includes(intent.status)) return intent
  const message = `This PaymentIntent is ${intent.status}.`
  throw invalid('payment_intent_unexpected_state', message, { payment_intent: intent })
}

/** A browser's card makes a new payment method at each click, `pm_card_visa_click2`. */
function cardOf(token = ''): CardBehaviour {
  const card = findTestCard(token.replace(/_click\d+$/, ''))
  if (card) return card
  throw invalid('resource_missing', `No such PaymentMethod: '${token}'`, { param: 'payment_method' })
}

function create(drawer: Drawer, order: Order): Intent {
  cardOf(order.payment_method)
  if (order.amount < 50) throw invalid('amount_too_small', 'Amount must be at least $0.50 usd', { param: 'amount' })
  const intent = newIntent(order, drawer.now())
  drawer.intents.set(intent.id, intent)
  drawer.cards.set(intent.id, order.payment_method)
  drawer.tell('payment_intent.created', intent)
  return order.confirm ? confirm(drawer, intent.id) : intent
}

/** A refused card is followed by another one, if the browser brings one. */
function confirm(drawer: Drawer, id: string, card?: string): Intent {
  const intent = findIn(
    drawer,
    id,
    'requires_confirmation',
    'requires_action',
    ...(card ? (['requires_payment_method'] as const) : []),
  )
  if (card) drawer.cards.set(id, card)
  if (intent.status === 'requires_action') return intent
  if (!cardOf(drawer.cards.get(id)).asksOwner) return settle(drawer, intent)
  Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } })
  drawer.tell('payment_intent.requires_action', intent)
  return intent
}

function authenticate(drawer: Drawer, id: string, outcome: 'complete' | 'fail'): Intent {
  const intent = findIn(drawer, id, 'requires_action')
  if (outcome === 'complete') return settle(drawer, intent)
  throw decline(drawer, intent, AUTHENTICATION_FAILED)
}

function settle(drawer: Drawer, intent: Intent): Intent {
  const { declined } = cardOf(drawer.cards.get(intent.id))
  const charge = newCharge(intent, declined ?? null, drawer.now())
  drawer.charges.push(charge)
  intent.latest_charge = charge.id
  if (declined) throw decline(drawer, intent, declined)
  if (intent.capture_method !== 'manual') return take(drawer, intent)
  Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount, next_action: null })
  drawer.tell('payment_intent.amount_capturable_updated', intent)
  return intent
}

function decline({ tell }: Drawer, intent: Intent, { decline_code, ...error }: CardError): Refused {
  const told = { type: 'card_error' as const, ...error, ...(decline_code ? { decline_code } : {}) }
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, next_action: null })
  Object.assign(intent, { last_payment_error: told })
  tell('payment_intent.payment_failed', intent)
  return new Refused(402, { ...told, payment_intent: intent })
}

function take({ tell }: Drawer, intent: Intent): Intent {
  const taken = { amount_capturable: 0, amount_received: intent.amount, next_action: null }
  Object.assign(intent, { status: 'succeeded', ...taken })
  tell('payment_intent.succeeded', intent)
  return intent
}

function cancel(drawer: Drawer, id: string): Intent {
  const waiting = ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'] as const
  const intent = findIn(drawer, id, ...waiting)
  const canceled = { amount_capturable: 0, canceled_at: seconds(drawer.now()), next_action: null }
  Object.assign(intent, { status: 'canceled', ...canceled })
  drawer.tell('payment_intent.canceled', intent)
  return intent
}

function refund(drawer: Drawer, order: RefundOrder): Stripe.Refund {
  const intent = find(drawer, order.payment_intent)
  if (intent.status !== 'succeeded') throw invalid('charge_not_captured', 'This charge has not been captured.')
  const left = intent.amount - refundsOf(drawer, intent.id).reduce((sum, one) => sum + one.amount, 0)
  if (left === 0) throw invalid('charge_already_refunded', 'Charge has already been refunded.')
  const amount = order.amount ?? left
  if (amount > left) throw invalid('amount_too_large', 'That is more than is left.', { param: 'amount' })
  const made = newRefund(intent, { amount, metadata: order.metadata ?? {} }, drawer.now())
  drawer.refunds.push(made)
  drawer.tell('refund.created', made)
  return made
}

/** The newest first, as Stripe lists them. */
function refundsOf({ refunds }: Drawer, intentId: string): Stripe.Refund[] {
  return refunds.filter((one) => one.payment_intent === intentId).toReversed()
}

function failRefund({ refunds, tell }: Drawer, id: string): void {
  const failed = refunds.find((one) => one.id === id)
  if (failed) tell('refund.failed', Object.assign(failed, { status: 'failed' }))
}
