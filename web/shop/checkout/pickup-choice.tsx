import { useState } from 'react'
import { formatDay } from '#contract/date-format.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { TextField } from '#web/ui/field.tsx'
import { type PickupOption, sharedDay } from './pickup-options.ts'
import type { FieldErrors } from './purchase.ts'

/** So many are shown at first. */
const FEW = 4

type PickupChoiceProps = { options: PickupOption[]; isHidden: boolean; errors: FieldErrors }

/** Where and when an order is picked up; nothing to choose where there is one place on one day. */
export function PickupChoice({ options, isHidden, errors }: PickupChoiceProps) {
  const [only, ...others] = options
  const isOne = only?.day && others.length === 0 && only.isOpen
  const error = errors.pickupLocation
  return (
    <fieldset
      hidden={isHidden}
      disabled={isHidden}
      aria-describedby={error ? 'pickup-error' : undefined}
      className="mt-5"
    >
      {isOne ? <OneOption option={only} /> : <Options options={options} />}
      {error && (
        <p id="pickup-error" className="mt-2 text-[0.9375rem] font-semibold text-beet">
          {error}
        </p>
      )}
      <TextField
        label="Who picks it up? (if not you)"
        name="pickupName"
        maxLength={120}
        error={errors.pickupName}
        className="mt-5"
      />
    </fieldset>
  )
}

function Options({ options }: { options: PickupOption[] }) {
  const [isAll, setAll] = useState(false)
  const day = sharedDay(options)
  const shown = isAll ? options : options.slice(0, FEW)
  return (
    <>
      <legend className="mb-2 font-semibold">
        {day || options.every((option) => option.day === null)
          ? `Where would you like to pick it up${day ? ` on ${day}` : ''}?`
          : 'Where and when would you like to pick it up?'}
      </legend>
      {options.length === 0 && <p>There is no day to pick up an order right now.</p>}
      <div className="grid gap-3 sm:grid-cols-2">
        {shown.map((option) => (
          <ChoiceCard
            key={option.key}
            name="pickupLocation"
            value={option.value}
            label={
              option.day && (!day || !option.isOpen)
                ? `${option.name} · ${formatDay(option.day)}`
                : option.name
            }
            note={<OptionNote option={option} />}
            disabled={!option.isOpen}
          />
        ))}
      </div>
      {shown.length < options.length && (
        <Button variant="quiet" className="mt-3" onClick={() => setAll(true)}>
          Show {options.length - shown.length} more days
        </Button>
      )}
    </>
  )
}

function OneOption({ option }: { option: PickupOption }) {
  return (
    <>
      <legend className="mb-2 font-semibold">
        You pick it up {option.day && `on ${formatDay(option.day)}`}
      </legend>
      <input type="hidden" name="pickupLocation" value={option.value} />
      <p className="font-semibold">{option.name}</p>
      <p className="text-[0.9375rem] text-bark-deep">
        <OptionNote option={option} />
      </p>
    </>
  )
}

function OptionNote({ option: { hours, words, place } }: { option: PickupOption }) {
  return (
    <>
      {hours}
      {words && ` · ${words}`}
      {place.address && <span className="block">{place.address}</span>}
      {place.mapUrl && (
        <a
          href={place.mapUrl}
          target="_blank"
          rel="noopener"
          className="relative z-1 inline-flex min-h-6 items-center underline underline-offset-4"
        >
          Map
        </a>
      )}
      {place.note && <span className="block">{place.note}</span>}
    </>
  )
}
