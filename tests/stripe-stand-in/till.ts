import type { CardError } from '#contract/money/payments.ts'
import { type CardBehaviour, findTestCard } from '#server/outside/sandbox-payments.ts'
import { chargeOf, type Drawer, find, findIn, type Intent } from './drawer.ts'
import { newCharge, newIntent, type Order, seconds } from './objects.ts'
import { invalid, Refused } from './refused.ts'
import {
  dispute,
  endDispute,
  endRefund,
  type RefundOrder,
  refund,
  refundsOf,
} from './till-refunds.ts'

const AUTHENTICATION_FAILED: CardError = {
  code: 'payment_intent_authentication_failure',
  decline_code: null,
  message: 'The provided PaymentMethod has failed authentication.',
}

/** How long a hold lasts, in seconds. */
const HOLD = 7 * 24 * 60 * 60

/**
 * What Stripe keeps: card payments and their refunds. `send` hears every change, as webhooks would.
 */
export function openTill(now: Drawer['now'], send: Drawer['emit']) {
  const stored = { intents: new Map(), refunds: [], disputes: [], charges: [], cards: new Map() }
  const drawer: Drawer = { ...stored, now, emit: send }
  return {
    intents: drawer.intents,
    refunds: drawer.refunds,
    disputes: drawer.disputes,
    find: (id: string) => {
      lapseOld(drawer)
      return find(drawer, id)
    },
    madeSince: (at: number) => madeSince(drawer, at),
    create: (order: Order) => create(drawer, order),
    confirm: (id: string, card?: string) => confirm(drawer, id, card),
    chargesOf: (intentId: string) =>
      drawer.charges.filter((one) => one.payment_intent === intentId).toReversed(),
    /** The owner's answer to the bank's question, which Stripe.js asks in the bank's frame. */
    authenticate: (id: string, outcome: 'complete' | 'fail') => authenticate(drawer, id, outcome),
    capture: (id: string, order: CaptureOrder = {}) => capture(drawer, id, order),
    cancel: (id: string, reason: Intent['cancellation_reason'] = null) =>
      cancel(drawer, id, reason),
    /** The hold ends by itself, as after seven days. */
    lapse: (id: string) => lapse(drawer, findIn(drawer, id, 'requires_capture')),
    refund: (order: RefundOrder) => refund(drawer, order),
    refundsOf: (intentId: string) => refundsOf(drawer, intentId),
    endRefund: (id: string, status: 'succeeded' | 'failed' | 'canceled') =>
      endRefund(drawer, id, status),
    failRefund: (id: string) => endRefund(drawer, id, 'failed'),
    dispute: (intentId: string) => dispute(drawer, intentId),
    endDispute: (id: string, status: 'won' | 'lost') => endDispute(drawer, id, status),
  }
}

export type Till = ReturnType<typeof openTill>

type CaptureOrder = { amount_to_capture?: number; metadata?: Record<string, string> }

/** Newest first, as Stripe lists them. */
function madeSince({ intents }: Drawer, at: number): Intent[] {
  return [...intents.values()].filter((intent) => intent.created >= at).toReversed()
}

/**
 * Stripe's test cards that the sandbox lacks: they pay, and something happens to the money later.
 */
const PAYING = new Set(['pm_card_pendingRefund', 'pm_card_refundFail', 'pm_card_createDispute'])

/** A browser's card makes a new payment method with each click, `pm_card_visa_click2`. */
function cardOf(token = ''): CardBehaviour {
  const card = findTestCard(PAYING.has(token) ? 'pm_card_visa' : token.replace(/_click\d+$/, ''))
  if (card) return card
  throw invalid('resource_missing', `No such PaymentMethod: '${token}'`, {
    param: 'payment_method',
  })
}

/**
 * A payment method charged once without a customer can't be used again; test tokens make a new one
 * each time.
 */
function refuseUsed({ charges }: Drawer, intentId: string | null, token: string): void {
  if (!/_click\d+$/.test(token)) return
  if (charges.some((one) => one.payment_method === token && one.payment_intent !== intentId))
    throw invalid(
      null,
      'The provided PaymentMethod was previously used with a PaymentIntent. It may not be used again.',
    )
}

function create(drawer: Drawer, order: Order): Intent {
  const { payment_method: method } = order
  if (method) cardOf(method)
  if (method) refuseUsed(drawer, null, method)
  if (order.amount < 50)
    throw invalid('amount_too_small', 'Amount must be at least $0.50 usd', { param: 'amount' })
  const intent = newIntent(order, drawer.now())
  drawer.intents.set(intent.id, intent)
  if (method) drawer.cards.set(intent.id, method)
  drawer.emit('payment_intent.created', intent)
  return order.confirm ? confirm(drawer, intent.id) : intent
}

/** After a refusal the browser may bring another card. */
function confirm(drawer: Drawer, id: string, card?: string): Intent {
  const intent = findIn(
    drawer,
    id,
    'requires_confirmation',
    'requires_action',
    ...(card ? (['requires_payment_method'] as const) : []),
  )
  if (card) drawer.cards.set(id, card)
  refuseUsed(drawer, id, drawer.cards.get(id) ?? '')
  if (intent.status === 'requires_action') return intent
  if (!cardOf(drawer.cards.get(id)).needsAuthentication) return settle(drawer, intent)
  Object.assign(intent, {
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  })
  drawer.emit('payment_intent.requires_action', intent)
  return intent
}

function authenticate(drawer: Drawer, id: string, outcome: 'complete' | 'fail'): Intent {
  const intent = findIn(drawer, id, 'requires_action')
  if (outcome === 'complete') return settle(drawer, intent)
  throw decline(drawer, intent, AUTHENTICATION_FAILED, 'invalid_request_error')
}

function settle(drawer: Drawer, intent: Intent): Intent {
  const { declined } = cardOf(drawer.cards.get(intent.id))
  const charge = newCharge(
    intent,
    { refused: declined ?? null, method: drawer.cards.get(intent.id) },
    drawer.now(),
  )
  drawer.charges.push(charge)
  intent.latest_charge = charge.id
  drawer.emit(declined ? 'charge.failed' : 'charge.succeeded', charge)
  if (declined) throw decline(drawer, intent, declined, 'card_error')
  const held = { status: 'requires_capture', amount_capturable: intent.amount, next_action: null }
  Object.assign(intent, held, { last_payment_error: null })
  if (intent.capture_method !== 'manual') return capture(drawer, intent.id, {})
  drawer.emit('payment_intent.amount_capturable_updated', intent)
  return intent
}

type ErrorType = 'card_error' | 'invalid_request_error'

function decline(
  drawer: Drawer,
  intent: Intent,
  { decline_code, ...error }: CardError,
  type: ErrorType,
): Refused {
  const charge = type === 'card_error' ? chargeOf(drawer, intent) : undefined
  const doc_url = `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`
  const ofCharge = {
    ...(charge ? { charge: charge.id } : {}),
    ...(decline_code ? { decline_code } : {}),
    doc_url,
  }
  const sent = { type, ...error, ...ofCharge }
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
  })
  Object.assign(intent, { last_payment_error: sent })
  drawer.emit('payment_intent.payment_failed', intent)
  return new Refused(type === 'card_error' ? 402 : 400, { ...sent, payment_intent: intent })
}

/** The whole hold, or part of it: the rest is freed. */
function capture(
  drawer: Drawer,
  id: string,
  { amount_to_capture, metadata }: CaptureOrder,
): Intent {
  const intent = findIn(drawer, id, 'requires_capture')
  const amount = amount_to_capture ?? intent.amount
  if (amount > intent.amount_capturable)
    throw invalid('amount_too_large', 'That is more than is held.')
  Object.assign(intent, { status: 'succeeded', amount_capturable: 0, amount_received: amount })
  Object.assign(intent.metadata, metadata)
  const charge = chargeOf(drawer, intent)
  if (charge)
    drawer.emit(
      'charge.captured',
      Object.assign(charge, { captured: true, amount_captured: amount }),
    )
  drawer.emit('payment_intent.succeeded', intent)
  return intent
}

function cancel(
  drawer: Drawer,
  id: string,
  cancellation_reason: Intent['cancellation_reason'],
): Intent {
  const waiting = [
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
  ] as const
  const intent = findIn(drawer, id, ...waiting)
  const wasHeld = intent.status === 'requires_capture'
  const canceled = { amount_capturable: 0, canceled_at: seconds(drawer.now()), next_action: null }
  Object.assign(intent, { status: 'canceled', cancellation_reason, ...canceled })
  const charge = chargeOf(drawer, intent)
  // A released hold is reported as a refunded charge.
  if (wasHeld && charge) {
    Object.assign(charge, { refunded: true, amount_refunded: charge.amount })
    drawer.emit(cancellation_reason === 'automatic' ? 'charge.expired' : 'charge.refunded', charge)
  }
  drawer.emit('payment_intent.canceled', intent)
  return intent
}

function lapse(drawer: Drawer, { id }: Intent): Intent {
  return cancel(drawer, id, 'automatic')
}

function lapseOld(drawer: Drawer): void {
  const since = seconds(drawer.now()) - HOLD
  for (const intent of drawer.intents.values())
    if (
      intent.status === 'requires_capture' &&
      (chargeOf(drawer, intent)?.created ?? since) < since
    )
      lapse(drawer, intent)
}
