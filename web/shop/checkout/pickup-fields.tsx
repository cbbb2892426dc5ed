import { formatDay } from '#contract/date-format.ts'
import { asSentence, closedSentence } from '#contract/day-words.ts'
import { TextField } from '#web/ui/field.tsx'
import { DayChoiceField } from './day-choice.tsx'
import type { FieldErrors } from './purchase.ts'
import type { DayChoices } from './use-day-choices.ts'

const NO_DAY = 'There is no day to pick up an order right now'

type PickupFieldsProps = { days: DayChoices; isHidden: boolean; errors: FieldErrors }

/** Where and when an order is picked up, and by whom. */
export function PickupFields({ days, isHidden, errors }: PickupFieldsProps) {
  const { calendar, pickup } = days
  const isOpen = pickup.options.some((option) => option.isOpen)
  const closed = calendar && closedSentence({ ...calendar, pause: null })
  return (
    <>
      {!isOpen && !isHidden && (
        <p className="mt-5 rounded-xl bg-yolk-pale px-3.5 py-3">{asSentence(closed ?? NO_DAY)}</p>
      )}
      <DayChoiceField
        choice={pickup}
        isHidden={isHidden || pickup.options.length === 0}
        name="pickupLocation"
        error={errors.pickupLocation}
        ask={(day) =>
          day || pickup.options.every((option) => option.day === null)
            ? `Where would you like to pick it up${day ? ` on ${day}` : ''}?`
            : 'Where and when would you like to pick it up?'
        }
        say={({ day }) => `You pick it up ${day ? `on ${formatDay(day)}` : ''}`}
      >
        <TextField
          label="Who picks it up? (if not you)"
          name="pickupName"
          maxLength={120}
          error={errors.pickupName}
          className="mt-5"
        />
      </DayChoiceField>
    </>
  )
}
