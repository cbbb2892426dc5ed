import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DEFAULT_TERMS, type DeliveryTerms } from '#contract/calendar/delivery.ts'
import {
  formatFee,
  formatFees,
  isSameTerms,
  listZoneTerms,
  sharedTerms,
  termsBeforeZip,
} from '#contract/calendar/delivery-terms.ts'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { cents, formatDollars } from '#contract/money/money.ts'
import { deliveryArea, withArea } from '#contract/settings/seeded-facts.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import { type CartOnScreen, useCart, useCartActions } from './cart-store.tsx'

type Totals = Pick<CartOnScreen, 'canDeliver' | 'subtotal' | 'fellBack' | 'terms'>

export function useDeliveryHint(cart: Totals) {
  const { calendar } = useMarketDays()
  const { terms = DEFAULT_TERMS } = cart
  const all = listZoneTerms(calendar)
  const isByZip = !terms.zip && sharedTerms(all) === null
  const fee = isByZip ? formatFees(all) : formatFee(terms.fee)
  return {
    hint: deliveryHint(cart, { fee, isByZip }, calendar),
    /** `$5.00`, or `$3.00 to $8.00` while it depends on the ZIP code. */
    fee,
    /** Where the farm delivers; null for nowhere. */
    area: deliveryArea(calendar),
  }
}

/** Counts the cart by its ZIP code's zone; until that is known, by the terms all zones share. */
export function useDeliveryTerms(ofZip: DeliveryTerms | null): void {
  const calendar = useQuery(marketDaysQuery).data
  const { terms } = useCart()
  const { setTerms } = useCartActions()
  const next = ofZip ?? (calendar === undefined ? terms : termsBeforeZip(calendar))
  const isSame = next && terms && isSameTerms(next, terms)
  useEffect(() => {
    if (next && !isSame) setTerms(next)
  })
}

function deliveryHint(
  { canDeliver, subtotal, fellBack, terms = DEFAULT_TERMS }: Totals,
  { fee, isByZip }: { fee: string; isByZip: boolean },
  calendar: OrderingCalendar | null,
): string {
  const { zip } = terms
  const text = zip ? `We deliver to ${zip}` : withArea('We deliver', calendar)
  if (text === null) return 'We’re not delivering right now. Pickup is free.'
  if (canDeliver && fellBack)
    return `We switched you to pickup because your order was below the delivery minimum. Choose Delivery again to get it delivered for ${fee}.`
  if (canDeliver) return `${text} for ${fee}${isByZip ? ', depending on your ZIP code' : ''}.`
  const missing = formatDollars(cents(terms.minimum - subtotal))
  const least = `${formatDollars(terms.minimum).replace('.00', '')} minimum`
  const where = zip ? ` to ${zip}` : ''
  return fellBack
    ? `Changed to pickup: delivery${where} has a ${least}. Add ${missing} and choose Delivery again.`
    : `Add ${missing} for delivery${where} (${least}).`
}
