import { useSettings } from '#web/api/shop-queries.ts'
import { useMarketDays } from '#web/api/use-market-days.ts'
import type { CartOnScreen } from '#web/shop/cart/cart-store.tsx'
import { Button } from '#web/ui/button.tsx'
import { DeliveryCards } from '#web/ui/delivery-cards.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { PickupChoice } from './pickup-choice.tsx'
import { pickupOptions } from './pickup-options.ts'
import type { FieldErrors } from './purchase.ts'
import { SectionCard } from './section-card.tsx'

/** Pickup with its places, or delivery with its address; what was typed for the other one is kept. */
export function DeliveryFields({ errors, cart }: { errors: FieldErrors; cart: CartOnScreen }) {
  const { deliveryMethod, setDeliveryMethod, canDeliver, deliveryHint } = cart
  const isDelivery = deliveryMethod === 'delivery'
  const { calendar, timeZone } = useMarketDays()
  const options = pickupOptions(calendar, timeZone)
  return (
    <SectionCard title="Pickup or delivery">
      {calendar?.pause && (
        <p role="status" className="mb-4 rounded-xl bg-yolk-pale px-4 py-3">
          {calendar.pause}
        </p>
      )}
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
      <PickupChoice options={options} isHidden={isDelivery} errors={errors} />
      <AddressFields
        isHidden={!isDelivery}
        errors={errors}
        onPickup={() => setDeliveryMethod('pickup')}
      />
    </SectionCard>
  )
}

type AddressFieldsProps = { isHidden: boolean; errors: FieldErrors; onPickup: () => void }

function AddressFields({ isHidden, errors, onPickup }: AddressFieldsProps) {
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
      {errors.notHere && (
        <Button variant="quiet" className="mt-3" onClick={onPickup}>
          Pick it up instead
        </Button>
      )}
      <DeliveryDay />
    </fieldset>
  )
}

const AGREE = 'We will call or write to agree on the day'

function DeliveryDay() {
  return useHasDeliveryDays() ? null : <p className="mt-4 text-bark-deep">{AGREE}.</p>
}

/** Whether deliveries have days of their own; the buyer of one without is asked. */
function useHasDeliveryDays(): boolean {
  const { calendar } = useMarketDays()
  const zones = new Set(
    calendar?.places.filter(({ kind }) => kind === 'delivery').map(({ key }) => key),
  )
  return calendar?.days.some(({ placeKey }) => zones.has(placeKey)) ?? false
}

type ContactFieldsProps = { errors: FieldErrors; isDelivery: boolean }

export function ContactFields({ errors, isDelivery }: ContactFieldsProps) {
  const asksPhone = !useHasDeliveryDays() && isDelivery
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
          hint={asksPhone && `${AGREE} of your delivery.`}
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
