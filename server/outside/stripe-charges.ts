import type { Stripe } from 'stripe'
import type { Cents } from '#contract/money.ts'

/** The charge was made when the card was tried; Stripe sends it where the call expands it. */
export function heldAtOf(charge: Stripe.PaymentIntent['latest_charge']): Date | null {
  if (charge === null || typeof charge === 'string' || charge.status !== 'succeeded') return null
  return new Date(charge.created * 1000)
}

/** Stripe records its fee a moment after the capture, in the account's currency. */
export function feeOf({ latest_charge, currency }: Stripe.PaymentIntent): Cents | null {
  if (latest_charge === null || typeof latest_charge === 'string') return null
  const { balance_transaction: transaction } = latest_charge
  if (transaction === null || typeof transaction === 'string' || transaction.currency !== currency)
    return null
  return transaction.fee as Cents
}
