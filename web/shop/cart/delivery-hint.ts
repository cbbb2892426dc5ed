import type { CartTotals } from '#contract/cart.ts'
import { DELIVERY_FEE, DELIVERY_FROM, type DeliveryMethod } from '#contract/delivery.ts'
import { cents, formatDollars } from '#contract/money.ts'

/** What delivery costs or what is missing for it; who had chosen it and fell below is told that this is pickup now. */
export function deliveryHint({ canDeliver, subtotal }: CartTotals, chosen: DeliveryMethod): string {
  if (canDeliver) return `We deliver in the Hot Springs area for ${formatDollars(DELIVERY_FEE)}.`
  const missing = formatDollars(cents(DELIVERY_FROM - subtotal))
  const from = formatDollars(DELIVERY_FROM)
  return chosen === 'delivery'
    ? `Changed to pickup: the minimum for delivery is ${from}. Add ${missing} more to have it delivered.`
    : `Add ${missing} more to have it delivered; the minimum is ${from}.`
}
