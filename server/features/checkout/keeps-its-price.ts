import type { PaymentRow } from '#server/features/payments/find-payment.ts'

/**
 * Whether a payment still buys at the prices it was quoted: until its time is over, and after it for a hold that the provider
 * dates before, whose buyer did his part in time. No job needs to have come by.
 */
export function keepsItsPrice({ expires_at }: Pick<PaymentRow, 'expires_at'>, heldAt: Date | null, at: Date): boolean {
  const end = Date.parse(expires_at)
  return at.getTime() < end || (heldAt !== null && heldAt.getTime() < end)
}
