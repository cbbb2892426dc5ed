import { DELIVERY_FEE, DELIVERY_FROM } from '#contract/delivery.ts'
import { deliveryArea } from '#contract/delivery-area.ts'
import { cents, formatDollars } from '#contract/money.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import type { CartOnScreen } from './cart-store.tsx'

type Totals = Pick<CartOnScreen, 'canDeliver' | 'subtotal' | 'chosenMethod'>

/** What delivery of a cart costs or what is missing for it, and where the farm delivers: null for nowhere. */
export function useDeliveryHint(cart: Totals): { hint: string; area: string | null } {
  const area = deliveryArea(useMarketDays().calendar)
  return { hint: deliveryHint(cart, area), area }
}

/** Who had chosen delivery and fell below its minimum is told that this is pickup now. */
function deliveryHint({ canDeliver, subtotal, chosenMethod }: Totals, area: string | null): string {
  if (area === null) return 'We do not deliver right now. Pickup is free.'
  if (canDeliver) return `We deliver${within(area)} for ${formatDollars(DELIVERY_FEE)}.`
  const missing = formatDollars(cents(DELIVERY_FROM - subtotal))
  const from = formatDollars(DELIVERY_FROM)
  return chosenMethod === 'delivery'
    ? `Changed to pickup: the minimum for delivery is ${from}. Add ${missing} more to have it delivered.`
    : `Add ${missing} more to have it delivered; the minimum is ${from}.`
}

function within(area: string): string {
  if (area === '') return ''
  return area.endsWith(' area') ? ` in the ${area}` : ` to ${area}`
}
