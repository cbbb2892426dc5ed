import { useEffect } from 'react'
import { DEFAULT_TERMS, type DeliveryTerms } from '#contract/delivery.ts'
import {
  formatFee,
  formatFees,
  listZoneTerms,
  sharedTerms,
  termsBeforeZip,
} from '#contract/delivery-terms.ts'
import type { OrderingCalendar } from '#contract/market-days.ts'
import { cents, formatDollars } from '#contract/money.ts'
import { deliveryArea, withArea } from '#contract/seeded-facts.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import { type CartOnScreen, useCart, useCartActions } from './cart-store.tsx'

type Totals = Pick<CartOnScreen, 'canDeliver' | 'subtotal' | 'chosenMethod' | 'terms'>

type DeliveryHint = {
  hint: string
  /** `$5.00`, or `$3.00 to $8.00` while the ZIP code decides. */
  fee: string
  /** Where the farm delivers; null for nowhere. */
  area: string | null
}

export function useDeliveryHint(cart: Totals): DeliveryHint {
  const { calendar } = useMarketDays()
  const fee = feeText(cart, calendar)
  return { hint: deliveryHint(cart, fee, calendar), fee, area: deliveryArea(calendar) }
}

/**
 * Lets the cart count with what the zone of a ZIP code asks for, and before that is known, with what
 * the zones have in common.
 */
export function useDeliveryTerms(ofZip: DeliveryTerms | null): void {
  const { calendar } = useMarketDays()
  const { terms = DEFAULT_TERMS } = useCart()
  const { setTerms } = useCartActions()
  const next = ofZip ?? (calendar ? termsBeforeZip(calendar) : terms)
  const isSame = next.fee === terms.fee && next.minimum === terms.minimum && next.zip === terms.zip
  useEffect(() => {
    if (!isSame) setTerms(next)
  })
}

function feeText({ terms = DEFAULT_TERMS }: Totals, calendar: OrderingCalendar | null): string {
  const all = listZoneTerms(calendar)
  return terms.zip || sharedTerms(all) ? formatFee(terms.fee) : formatFees(all)
}

/** Below the minimum, a buyer who chose delivery reads that the order is now for pickup. */
function deliveryHint(
  { canDeliver, subtotal, chosenMethod, terms = DEFAULT_TERMS }: Totals,
  fee: string,
  calendar: OrderingCalendar | null,
): string {
  const { zip } = terms
  const text = zip ? `We deliver to ${zip}` : withArea('We deliver', calendar)
  if (text === null) return 'We do not deliver right now. Pickup is free.'
  const isOpen = !zip && sharedTerms(listZoneTerms(calendar)) === null
  if (canDeliver) return `${text} for ${fee}${isOpen ? ', depending on your ZIP code' : ''}.`
  const missing = formatDollars(cents(terms.minimum - subtotal))
  const minimum = `${zip ? ` to ${zip}` : ''} is ${formatDollars(terms.minimum)}`
  return chosenMethod === 'delivery'
    ? `Changed to pickup: the minimum for delivery${minimum}. Add ${missing} more to have it delivered.`
    : `Add ${missing} more to have it delivered; the minimum${minimum}.`
}
