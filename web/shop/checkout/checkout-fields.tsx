import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#contract/date-format.ts'
import { PICKUP_LOCATIONS, PICKUP_PLACES } from '#contract/delivery.ts'
import { marketDays } from '#contract/market-days.ts'
import { query } from '#web/api/query.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { DeliveryCards } from '#web/ui/delivery-cards.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from './purchase.ts'
import { SectionCard } from './section-card.tsx'

/** Pickup with its places, or delivery with its address; what was typed for the other one is kept. */
export function DeliveryFields({ errors, cart }: { errors: FieldErrors; cart: CartOnScreen }) {
  const { deliveryMethod, setDeliveryMethod, canDeliver, deliveryHint } = cart
  const isDelivery = deliveryMethod === 'delivery'
  return (
    <SectionCard title="Pickup or delivery">
      <fieldset>
        <legend className="sr-only">How would you like to get it?</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          <DeliveryCards
            name="deliveryChoice"
            chosen={deliveryMethod}
            canDeliver={canDeliver}
            onChoose={setDeliveryMethod}
          />
        </div>
      </fieldset>
      <p aria-live="polite" className="mt-3 rounded-xl bg-sprout px-3.5 py-3 text-[0.9375rem]">
        {deliveryHint}
      </p>
      <PickupPlaces isHidden={isDelivery} error={errors.pickupLocation} />
      <AddressFields isHidden={!isDelivery} errors={errors} />
    </SectionCard>
  )
}

function PickupPlaces({ isHidden, error }: { isHidden: boolean; error: string | undefined }) {
  const next = useQuery(query(marketDays.next))
  const day = next.data ? ` on ${formatDay(next.data.pickupDate)}` : ''
  return (
    <fieldset
      hidden={isHidden}
      disabled={isHidden}
      aria-describedby={error ? 'pickup-error' : undefined}
      className="mt-5"
    >
      <legend className="mb-2 font-semibold">Where would you like to pick it up{day}?</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {PICKUP_LOCATIONS.map((location) => (
          <ChoiceCard
            key={location}
            name="pickupLocation"
            value={location}
            label={PICKUP_PLACES[location].name}
            note={PICKUP_PLACES[location].window}
          />
        ))}
      </div>
      {error && (
        <p id="pickup-error" className="mt-2 text-[0.9375rem] font-semibold text-beet">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function AddressFields({ isHidden, errors }: { isHidden: boolean; errors: FieldErrors }) {
  return (
    <fieldset hidden={isHidden} disabled={isHidden} className="mt-5">
      <legend className="mb-2 font-semibold">Where should we deliver it?</legend>
      <div className="grid grid-cols-6 gap-4">
        <TextField
          label="Street address"
          name="address"
          autoComplete="address-line1"
          required
          error={errors.address}
          className="col-span-6"
        />
        <TextField
          label="City"
          name="city"
          autoComplete="address-level2"
          required
          error={errors.city}
          className="col-span-6 sm:col-span-3"
        />
        <TextField
          label="State"
          name="state"
          defaultValue={useSettings()('default_state')}
          maxLength={2}
          autoComplete="address-level1"
          required
          error={errors.state}
          className="col-span-2 sm:col-span-1"
        />
        <TextField
          label="ZIP code"
          name="zipCode"
          inputMode="numeric"
          maxLength={10}
          autoComplete="postal-code"
          required
          error={errors.zipCode}
          className="col-span-4 sm:col-span-2"
        />
      </div>
    </fieldset>
  )
}

export function ContactFields({ errors }: { errors: FieldErrors }) {
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
          error={errors.customerPhone}
        />
        <TextAreaField
          label="Special instructions"
          name="notes"
          hint="Anything we should know, such as a gate code."
          error={errors.notes}
          className="sm:col-span-2"
        />
      </div>
    </SectionCard>
  )
}
