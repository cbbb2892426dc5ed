import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { useDeliveryHint } from '#web/shop/cart/delivery-hint.ts'
import { Button } from '#web/ui/button.tsx'
import { DeliveryCards } from '#web/ui/delivery-cards.tsx'
import { AddressFields } from './address-fields.tsx'
import { DayLeft } from './day-left.tsx'
import { PickupFields } from './pickup-fields.tsx'
import type { FieldErrors } from './purchase.ts'
import { SectionCard } from './section-card.tsx'
import type { DayChoices } from './use-day-choices.ts'
import type { Fields } from './use-fields.ts'

type DeliveryFieldsProps = {
  fields: Fields
  errors: FieldErrors
  cart: CartOnScreen
  days: DayChoices
}

/** Pickup with its places, or delivery with its address; what was typed for the other one is kept. */
export function DeliveryFields({ fields, errors, cart, days }: DeliveryFieldsProps) {
  const { deliveryMethod, setDeliveryMethod, canDeliver } = cart
  const isDelivery = deliveryMethod === 'delivery'
  const ways = useRef<HTMLFieldSetElement>(null)
  const { hint, fee, area } = useDeliveryHint(cart)
  const pickUpInstead = () => {
    flushSync(() => setDeliveryMethod('pickup'))
    ways.current?.querySelector<HTMLElement>(':checked')?.focus()
  }
  const deliverElsewhere = () => {
    fields.type('zipCode', '')
    setDeliveryMethod('delivery')
  }
  const choice = { fields, days, errors }
  return (
    <SectionCard title="Pickup or delivery">
      {days.calendar?.pause && (
        <p role="status" className="mb-4 rounded-xl bg-yolk-pale px-4 py-3">
          {days.calendar.pause}
        </p>
      )}
      <fieldset ref={ways}>
        <legend className="sr-only">How would you like to get it?</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3">
          <DeliveryCards
            name="deliveryChoice"
            chosen={deliveryMethod}
            area={area}
            fee={fee}
            canDeliver={canDeliver}
            onChoose={setDeliveryMethod}
          />
        </div>
      </fieldset>
      <p aria-live="polite" className="mt-3 rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">
        {hint}
      </p>
      {cart.fellBack && cart.terms?.zip && (
        <Button variant="quiet" className="mt-3" onClick={deliverElsewhere}>
          Use another ZIP code
        </Button>
      )}
      <PickupFields {...choice} isHidden={isDelivery} />
      <AddressFields {...choice} isHidden={!isDelivery} onPickup={pickUpInstead} />
      <DayLeft items={cart.items} days={days} isDelivery={isDelivery} />
    </SectionCard>
  )
}
