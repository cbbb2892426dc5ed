import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { useDeliveryHint } from '#web/shop/cart/delivery-hint.ts'
import { DeliveryCards } from '#web/ui/delivery-cards.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { AddressFields } from './address-fields.tsx'
import { PickupFields } from './pickup-fields.tsx'
import type { FieldErrors } from './purchase.ts'
import { SectionCard } from './section-card.tsx'
import type { DayChoices } from './use-day-choices.ts'

type DeliveryFieldsProps = { errors: FieldErrors; cart: CartOnScreen; days: DayChoices }

/** Pickup with its places, or delivery with its address; what was typed for the other one is kept. */
export function DeliveryFields({ errors, cart, days }: DeliveryFieldsProps) {
  const { deliveryMethod, setDeliveryMethod, canDeliver } = cart
  const isDelivery = deliveryMethod === 'delivery'
  const ways = useRef<HTMLFieldSetElement>(null)
  const { hint, area } = useDeliveryHint(cart)
  const pickUpInstead = () => {
    flushSync(() => setDeliveryMethod('pickup'))
    ways.current?.querySelector<HTMLElement>(':checked')?.focus()
  }
  return (
    <SectionCard title="Pickup or delivery">
      {days.calendar?.pause && (
        <p role="status" className="mb-4 rounded-xl bg-yolk-pale px-4 py-3">
          {days.calendar.pause}
        </p>
      )}
      <fieldset ref={ways}>
        <legend className="sr-only">How would you like to get it?</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          <DeliveryCards
            name="deliveryChoice"
            chosen={deliveryMethod}
            area={area}
            canDeliver={canDeliver}
            onChoose={setDeliveryMethod}
          />
        </div>
      </fieldset>
      <p aria-live="polite" className="mt-3 rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">
        {hint}
      </p>
      <PickupFields days={days} isHidden={isDelivery} errors={errors} />
      <AddressFields days={days} isHidden={!isDelivery} errors={errors} onPickup={pickUpInstead} />
    </SectionCard>
  )
}

type ContactFieldsProps = { errors: FieldErrors; asksPhone: boolean }

/** `asksPhone`: the farm agrees with the buyer on a day. */
export function ContactFields({ errors, asksPhone }: ContactFieldsProps) {
  return (
    <SectionCard title="Your details">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Full name"
          name="customerName"
          autoComplete="name"
          required
          error={errors.customerName}
          className="sm:col-span-2"
        />
        <TextField
          label="Email"
          name="customerEmail"
          type="email"
          autoComplete="email"
          required
          hint="We will send your confirmation here."
          error={errors.customerEmail}
        />
        <TextField
          label="Phone"
          name="customerPhone"
          type="tel"
          autoComplete="tel"
          hint={
            asksPhone
              ? 'We will call or write to agree on the day of your delivery.'
              : 'Only if something about your order changes.'
          }
          error={errors.customerPhone}
        />
        <TextAreaField
          label="Special instructions"
          name="notes"
          hint="Anything we should know, such as a gate code."
          error={errors.notes}
          className="sm:col-span-2"
        />
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold">
          <input type="checkbox" name="isGift" value="yes" className="size-5" />
          It is a gift
        </label>
      </div>
    </SectionCard>
  )
}
