import { useEffect } from 'react'
import { formatDay, formatMonthDay } from '#contract/date-format.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DayChoiceField } from './day-choice.tsx'
import type { FieldErrors } from './purchase.ts'
import type { DayChoices } from './use-day-choices.ts'

type AddressFieldsProps = {
  days: DayChoices
  isHidden: boolean
  errors: FieldErrors
  onPickup: () => void
}

/** Where an order is delivered, and when: the ZIP code says which days there are to choose from. */
export function AddressFields({ days, isHidden, errors, onPickup }: AddressFieldsProps) {
  const { zone } = days
  const zipError = errors.zipCode ?? zone.notHere ?? undefined
  const isNotHere = zone.notHere !== null || Boolean(errors.zipCode && errors.notHere)
  useEffect(() => {
    if (zone.notHere) announce(zone.notHere)
  }, [zone.notHere])
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
          error={zipError}
          onChange={(event) => zone.setZip(firstFive(event.target.value))}
          className="col-span-4 sm:col-span-2"
        />
      </div>
      {isNotHere && (
        <Button variant="quiet" className="mt-3" onClick={onPickup}>
          Pick it up instead
        </Button>
      )}
      <DeliveryDay days={days} error={errors.deliveryDay} />
    </fieldset>
  )
}

/** The five digits that a zone is known by; nothing before they are typed. */
function firstFive(text: string): string {
  return /^\s*(\d{5})/.exec(text)?.[1] ?? ''
}

function DeliveryDay({ days, error }: { days: DayChoices; error: string | undefined }) {
  const { zone, delivery } = days
  const words = wordsOf(days)
  return (
    <>
      <div aria-live="polite">
        {words && <p className="mt-4 text-bark-deep">{words}</p>}
        {zone.state === 'unknown' && (
          <Button variant="quiet" className="mt-3" onClick={zone.lookAgain}>
            Try again
          </Button>
        )}
      </div>
      <DayChoiceField
        choice={delivery}
        isHidden={delivery.options.length === 0}
        name="deliveryDay"
        isOnePlace
        error={error}
        ask={() => 'When should we deliver it?'}
        say={({ day }) => `We deliver it ${day ? `on ${formatDay(day)}` : ''}`}
      />
    </>
  )
}

function wordsOf({ zone, delivery }: DayChoices): string | null {
  if (zone.state === 'agree') return 'We will call or write to agree on the day.'
  if (zone.state === 'no ZIP code') return 'Enter your ZIP code to see when we deliver.'
  if (zone.state === 'looking') return 'Looking for your delivery days…'
  if (zone.state === 'unknown') return 'We could not look up your delivery days.'
  if (zone.state === 'not here' || delivery.options.some(({ isOpen }) => isOpen)) return null
  return zone.opensAgain
    ? `We deliver to you again from ${formatMonthDay(zone.opensAgain)} on.`
    : 'There is no day to deliver to you right now. Please choose pickup or call us.'
}
