import type { Stripe } from 'stripe'
import { newDispute } from './account-objects.ts'
import { chargeOf, type Drawer, find } from './drawer.ts'
import { newRefund } from './objects.ts'
import { invalid } from './refused.ts'

export type RefundOrder = {
  payment_intent: string
  amount?: number
  metadata?: Record<string, string>
}

/** Stripe's test cards with slow refunds: the money arrives later, or the bank sends it back. */
const PENDING_CARD = 'pm_card_pendingRefund'

const STANDING: readonly (string | null)[] = ['succeeded', 'pending', 'requires_action']

/** One refund makes several events; the charge's names the charge, not the refund. */
export function refund(drawer: Drawer, order: RefundOrder): Stripe.Refund {
  const intent = find(drawer, order.payment_intent)
  if (intent.status !== 'succeeded')
    throw invalid('charge_not_captured', 'This charge has not been captured.')
  const charge = chargeOf(drawer, intent)
  if (charge?.disputed) throw invalid('charge_disputed', 'This charge has been charged back.')
  const left = intent.amount_received - givenBack(drawer, intent.id)
  if (left === 0)
    throw invalid('charge_already_refunded', `Charge ${charge?.id} has already been refunded.`)
  const amount = order.amount ?? left
  const text = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`
  // Stripe names the parameter here, but no code.
  if (amount > left) throw invalid(null, text, { param: 'amount' })
  const made = newRefund(intent, { amount, metadata: order.metadata ?? {} }, drawer.now())
  if (drawer.cards.get(intent.id) === PENDING_CARD) made.status = 'pending'
  drawer.refunds.push(made)
  drawer.emit('refund.created', made)
  emitCharge(drawer, intent.id, 'charge.refunded')
  drawer.emit('refund.updated', made)
  return made
}

/** A pending refund arrives, or the bank sends it back, even one that counted as done. */
export function endRefund(
  drawer: Drawer,
  id: string,
  status: 'succeeded' | 'failed' | 'canceled',
): void {
  const ended = drawer.refunds.find((one) => one.id === id)
  if (!ended) return
  Object.assign(ended, {
    status,
    ...(status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  })
  if (status === 'failed') drawer.emit('refund.failed', ended)
  drawer.emit('refund.updated', ended)
  emitCharge(drawer, String(ended.payment_intent), 'charge.updated')
}

function emitCharge(
  drawer: Drawer,
  intentId: string,
  type: 'charge.refunded' | 'charge.updated',
): void {
  const intent = find(drawer, intentId)
  const charge = chargeOf(drawer, intent)
  if (!charge) return
  charge.amount_refunded = givenBack(drawer, intentId)
  charge.refunded = charge.amount_refunded === charge.amount_captured
  drawer.emit(type, charge)
}

/** Newest first, as Stripe lists them. */
export function refundsOf({ refunds }: Drawer, intentId: string): Stripe.Refund[] {
  return refunds.filter((one) => one.payment_intent === intentId).toReversed()
}

/** Given back or on its way, in cents: a failed refund frees its amount again. */
export function givenBack(drawer: Drawer, intentId: string): number {
  const standing = refundsOf(drawer, intentId).filter(({ status }) => STANDING.includes(status))
  return standing.reduce((sum, { amount }) => sum + amount, 0)
}

export function dispute(drawer: Drawer, intentId: string): Stripe.Dispute {
  const intent = find(drawer, intentId)
  const charge = chargeOf(drawer, intent)
  if (!charge) throw new Error(`Payment ${intentId} was never charged.`)
  charge.disputed = true
  const made = newDispute(charge, drawer.now())
  drawer.disputes.push(made)
  drawer.emit('charge.dispute.created', made)
  return made
}

export function endDispute(drawer: Drawer, id: string, status: 'won' | 'lost'): void {
  const ended = drawer.disputes.find((one) => one.id === id)
  if (ended) drawer.emit('charge.dispute.closed', Object.assign(ended, { status }))
}
