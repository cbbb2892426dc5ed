import { useEffect } from 'react'
import { US_STATES } from '#contract/calendar/us-states.ts'
import { firstFive, stateOfZip } from '#contract/calendar/zip-code.ts'
import { formatDay, formatMonthDay } from '#contract/time/date-format.ts'
import { useSettings } from '#web/api/shop-queries.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { DayChoiceField } from './day-choice.tsx'
import type { FieldErrors } from './purchase.ts'
import type { DayChoices } from './use-day-choices.ts'
import type { Fields } from './use-fields.ts'

type AddressFieldsProps = {
  fields: Fields
  days: DayChoices
  isHidden: boolean
  errors: FieldErrors
  onPickup: () => void
}

export function AddressFields({ fields, days, isHidden, errors, onPickup }: AddressFieldsProps) {
  const { zone } = days
  const isNotHere = zone.notHere !== null || Boolean(errors.zipCode && errors.notHere)
  useEffect(() => {
    if (zone.notHere) announce(zone.notHere)
  }, [zone.notHere])
  return (
    <fieldset hidden={isHidden} disabled={isHidden} className="mt-5">
      <legend className="mb-2 font-semibold">Where should we deliver it?</legend>
      <div className="grid grid-cols-6 gap-4">
        <TextField
          {...fields.wired('address')}
          {...LINE}
          label="Street address"
          autoComplete="address-line1"
          required
          error={errors.address}
          className="col-span-6 sm:col-span-4"
        />
        <TextField
          {...fields.wired('apartment')}
          {...LINE}
          label="Apartment, suite"
          autoComplete="address-line2"
          className="col-span-6 sm:col-span-2"
        />
        <Town fields={fields} town={zone.town} errors={errors} notHere={zone.notHere} />
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

const LINE = { autoCapitalize: 'words', spellCheck: false, enterKeyHint: 'next' } as const

type TownProps = {
  fields: Fields
  town: string
  errors: FieldErrors
  notHere: string | null
}

/** The ZIP code first: it fills in the city where the farmer says so, and the state. */
function Town({ fields, town, errors, notHere }: TownProps) {
  const farmState = useSettings()('default_state')
  const zip = fields.wired('zipCode')
  const state = fields.wired('state', stateOfZip(firstFive(zip.value)) ?? farmState)
  return (
    <>
      <TextField
        {...zip}
        label="ZIP code"
        inputMode="numeric"
        maxLength={10}
        autoComplete="postal-code"
        enterKeyHint="next"
        required
        error={errors.zipCode ?? notHere ?? undefined}
        className="col-span-3 sm:col-span-2"
      />
      <TextField
        {...fields.wired('city', town.split(',')[0])}
        {...LINE}
        label="City"
        autoComplete="address-level2"
        required
        error={errors.city}
        className="col-span-3 sm:col-span-2"
      />
      <SelectField
        {...state}
        label="State"
        autoComplete="address-level1"
        required
        error={errors.state}
        className="col-span-6 sm:col-span-2"
      >
        {!(state.value in US_STATES) && <option value={state.value}>{state.value}</option>}
        {Object.entries(US_STATES).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}

function DeliveryDay({ days, error }: { days: DayChoices; error: string | undefined }) {
  const { zone, delivery } = days
  const text = zoneText(days)
  return (
    <>
      <div aria-live="polite">
        {text && <p className="mt-4 text-bark-deep">{text}</p>}
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
        legendOf={() => 'When should we deliver it?'}
        label={({ day }) => `We deliver it ${day ? `on ${formatDay(day)}` : ''}`}
      />
    </>
  )
}

function zoneText({ zone, delivery }: DayChoices): string | null {
  if (zone.state === 'agree') return 'We will call or write to set up a day.'
  if (zone.state === 'no ZIP code') return 'Enter your ZIP code to see when we deliver.'
  if (zone.state === 'looking') return 'Looking for your delivery days…'
  if (zone.state === 'unknown') return 'We could not look up your delivery days.'
  if (zone.state === 'not here' || delivery.options.some(({ isOpen }) => isOpen)) return null
  return zone.opensAgain
    ? `We deliver to you again from ${formatMonthDay(zone.opensAgain)} on.`
    : 'There is no day to deliver to you right now. Please choose pickup or call us.'
}
