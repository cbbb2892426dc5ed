import type { DeskDay } from '#contract/calendar/days.ts'
import type { AnotherDate } from '#contract/calendar/market-day-changes.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { readHours, TimesFields, type TypedHours, typedHours } from './hours-fields.tsx'

/** As typed: a date, and per place other hours than it has; null for the same. */
export type TypedDate = { day: string; hours: Record<string, TypedHours> | null }

export function readDate({ day, hours }: TypedDate, closed: readonly DeskDay[]): AnotherDate {
  if (!hours) return { day }
  const own = closed.map((one) => {
    const { capacity: _, ...times } = readHours(hours[one.id] ?? typedHours(one))
    return { marketDayId: one.id, ...times }
  })
  return { day, hours: own }
}

type AnotherDateProps = {
  typed: TypedDate
  onType: (typed: TypedDate) => void
  closed: readonly DeskDay[]
  nameOf: (day: DeskDay) => string
  error: string | undefined
}

/** The date that all places go to, at their hours unless others are chosen. */
export function AnotherDateFields({ typed, onType, closed, nameOf, error }: AnotherDateProps) {
  const { day, hours } = typed
  return (
    <div className="grid gap-4 pl-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="New date"
          required
          type="date"
          name="moveTo.day"
          value={day}
          error={error}
          onChange={({ target }) => onType({ ...typed, day: target.value })}
        />
        <SelectField
          label="Hours"
          required
          value={hours ? 'other' : 'same'}
          onChange={({ target }) => onType({ day, hours: target.value === 'other' ? {} : null })}
        >
          <option value="same">Same hours</option>
          <option value="other">Other hours</option>
        </SelectField>
      </div>
      {hours &&
        closed.map((one) => (
          <fieldset key={one.id} className="min-w-0">
            <legend className="mb-1 font-semibold">
              {nameOf(one)}, {formatHours(one)} until now
            </legend>
            <div className="grid gap-4">
              <TimesFields
                typed={hours[one.id] ?? typedHours(one)}
                onType={(times) => onType({ day, hours: { ...hours, [one.id]: times } })}
                errors={{}}
                weekday={null}
              />
            </div>
          </fieldset>
        ))}
    </div>
  )
}
