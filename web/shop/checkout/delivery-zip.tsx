import { useEffect, useRef, useState } from 'react'
import { firstFive, messageForBadZip } from '#contract/calendar/zip-code.ts'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { useDeliveryTerms } from '#web/shop/cart/delivery-hint.ts'
import { TextField } from '#web/ui/field.tsx'
import { useDayChoices, zoneText } from './use-day-choices.ts'
import { useFields } from './use-fields.ts'

/** In the cart: a ZIP code's day and fee, kept for the checkout. */
export function DeliveryZip() {
  const { checkoutKey } = useCart()
  return <ZipOfCart key={checkoutKey} checkoutKey={checkoutKey} />
}

function ZipOfCart({ checkoutKey }: { checkoutKey: string }) {
  const zipCode = useFields(checkoutKey).wired('zipCode')
  const zip = firstFive(zipCode.value)
  const days = useDayChoices({ isDelivery: true, needsZone: true, zip, checkoutKey })
  const { notHere, terms } = days.zone
  useDeliveryTerms(terms)
  const [left, setLeft] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const answer = zoneText(days) ?? days.when
  // On a phone both would be below the fold of the cart.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer comes into sight
  useEffect(() => {
    if (place.current?.closest('fieldset')?.contains(document.activeElement))
      place.current.scrollIntoView({ block: 'nearest' })
  }, [answer, notHere])
  const isBad = zip === '' && left !== '' && left === zipCode.value
  return (
    <div ref={place} className="mt-2 grid scroll-my-3 gap-2">
      <TextField
        {...zipCode}
        label="ZIP code"
        inputMode="numeric"
        maxLength={10}
        autoComplete="postal-code"
        required
        onBlur={() => setLeft(zipCode.value)}
        error={notHere ?? (isBad ? messageForBadZip(left) : undefined)}
      />
      <p aria-live="polite" className="text-sm">
        {answer}
      </p>
    </div>
  )
}
