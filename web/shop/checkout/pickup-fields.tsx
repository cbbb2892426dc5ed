import { User } from 'lucide-react'
import { formatDay } from '#contract/date-format.ts'
import { asSentence, closedSentence } from '#contract/day-text.ts'
import { TextField } from '#web/ui/field.tsx'
import { DayChoiceField } from './day-choice.tsx'
import { LaterField } from './later-field.tsx'
import type { FieldErrors } from './purchase.ts'
import type { DayChoices } from './use-day-choices.ts'
import type { Fields } from './use-fields.ts'

const NO_DAY = 'There is no day to pick up an order right now'

type PickupFieldsProps = {
  fields: Fields
  days: DayChoices
  isHidden: boolean
  errors: FieldErrors
}

export function PickupFields({ fields, days, isHidden, errors }: PickupFieldsProps) {
  const { calendar, pickup } = days
  const pickupName = fields.wired('pickupName')
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
        legendOf={(day) =>
          day || pickup.options.every((option) => option.day === null)
            ? `Where would you like to pick it up${day ? ` on ${day}` : ''}?`
            : 'Where and when would you like to pick it up?'
        }
        label={({ day }) => `You pick it up ${day ? `on ${formatDay(day)}` : ''}`}
      >
        <div className="mt-3 grid">
          <LaterField
            label="Someone else is picking it up"
            icon={<User aria-hidden="true" className="size-5" />}
            name="pickupName"
            isFilled={pickupName.value !== ''}
          >
            <TextField
              {...pickupName}
              label="Who is picking it up? (if not you)"
              maxLength={120}
              autoComplete="off"
              autoCapitalize="words"
              spellCheck={false}
              enterKeyHint="next"
              error={errors.pickupName}
            />
          </LaterField>
        </div>
      </DayChoiceField>
    </>
  )
}
