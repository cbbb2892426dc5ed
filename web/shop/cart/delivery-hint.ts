import { DELIVERY_FEE, DELIVERY_FROM } from '#contract/delivery.ts'
import type { OrderingCalendar } from '#contract/market-days.ts'
import { cents, formatDollars } from '#contract/money.ts'
import { deliveryArea, withArea } from '#contract/seeded-facts.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import type { CartOnScreen } from './cart-store.tsx'

type Totals = Pick<CartOnScreen, 'canDeliver' | 'subtotal' | 'chosenMethod'>

/** What delivery of a cart costs or what is missing for it, and where the farm delivers: null for nowhere. */
export function useDeliveryHint(cart: Totals): { hint: string; area: string | null } {
  const { calendar } = useMarketDays()
  return { hint: deliveryHint(cart, calendar), area: deliveryArea(calendar) }
}

/** Who had chosen delivery and fell below its minimum is told that this is pickup now. */
function deliveryHint(
  { canDeliver, subtotal, chosenMethod }: Totals,
  calendar: OrderingCalendar | null,
): string {
  const words = withArea('We deliver', calendar)
  if (words === null) return 'We do not deliver right now. Pickup is free.'
  if (canDeliver) return `${words} for ${formatDollars(DELIVERY_FEE)}.`
  const missing = formatDollars(cents(DELIVERY_FROM - subtotal))
  const from = formatDollars(DELIVERY_FROM)
  return chosenMethod === 'delivery'
    ? `Changed to pickup: the minimum for delivery is ${from}. Add ${missing} more to have it delivered.`
    : `Add ${missing} more to have it delivered; the minimum is ${from}.`
}
