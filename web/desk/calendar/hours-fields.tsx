import type { ReactNode } from 'react'
import type { DeskDay } from '#contract/calendar/days.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { type WiredProps, wiredTo } from '../shared/checked-form.ts'
import { formatText } from '../shared/format-value.ts'
import type { Contested } from '../shared/meanwhile-question.tsx'
import { weekdayBefore } from './calendar-text.ts'

export type TypedHours = {
  opens: string
  closes: string
  orderDays: string
  orderTime: string
  capacity: string
}

export const USUAL_HOURS: TypedHours = {
  ...{ opens: '09:00', closes: '12:00' },
  ...{ orderDays: '2', orderTime: '20:00', capacity: '' },
}

type Hours = Pick<DeskDay, 'opens' | 'closes' | 'orderDays' | 'orderTime' | 'capacity'>

export function typedHours(hours: Hours): TypedHours {
  const { opens, closes, orderDays, orderTime, capacity } = hours
  return {
    ...{ opens, closes, orderTime },
    orderDays: String(orderDays),
    capacity: capacity === null ? '' : String(capacity),
  }
}

/** What is no number becomes one that the contract refuses. */
export function readHours({ opens, closes, orderDays, orderTime, capacity }: TypedHours): Hours {
  return {
    ...{ opens, closes, orderTime },
    orderDays: typedNumber(orderDays),
    capacity: capacity.trim() === '' ? null : typedNumber(capacity),
  }
}

export const CONTESTED_HOURS: readonly Contested[] = [
  { field: 'opens', label: 'From', format: formatText },
  { field: 'closes', label: 'Until', format: formatText },
  { field: 'orderDays', label: 'Order until, days before', format: formatText },
  { field: 'orderTime', label: 'Order until, at', format: formatText },
  { field: 'capacity', label: 'At most how many boxes', format: formatText },
]

const DAYS_BEFORE = Array.from({ length: 15 }, (_, days) => days)

/** `Thursday (2 days before)`; without the name where there is more than one day. */
function orderDayLabel(days: number, weekday: number | null): string {
  const before = days === 1 ? 'the day before' : `${days} days before`
  const distance = days === 0 ? 'the same day' : before
  if (weekday !== null) return `${weekdayBefore(weekday, days)} (${distance})`
  return distance.replace(/^t/, 'T')
}

type HoursFieldsProps<Typed extends TypedHours> = WiredProps<Typed> & {
  /** 1: Monday; null where there is more than one day. */
  weekday: number | null
}

function wiredHours<Typed extends TypedHours>(form: WiredProps<Typed>) {
  return wiredTo<TypedHours>({
    ...form,
    onType: (typed) => form.onType({ ...form.typed, ...typed }),
  })
}

export function HoursFields<Typed extends TypedHours>(props: HoursFieldsProps<Typed>) {
  const wired = wiredHours(props)
  return (
    <>
      <TimesFields {...props} />
      <Question text="At most how many boxes?">
        <TextField
          label="At most … boxes"
          inputMode="numeric"
          autoComplete="off"
          hint="Leave it empty to take any number."
          className="col-span-2"
          {...wired('capacity')}
        />
      </Question>
    </>
  )
}

/** From when until when, and until when to order. */
export function TimesFields<Typed extends TypedHours>(props: HoursFieldsProps<Typed>) {
  const { weekday, ...form } = props
  const wired = wiredHours(form)
  return (
    <>
      <Question text="From when until when?">
        <TextField label="From" required type="time" {...wired('opens')} />
        <TextField label="Until" required type="time" {...wired('closes')} />
      </Question>
      <Question text="Order until when?">
        <SelectField
          label="Order until"
          required
          className="max-sm:col-span-2"
          {...wired('orderDays')}
        >
          {DAYS_BEFORE.map((days) => (
            <option key={days} value={days}>
              {orderDayLabel(days, weekday)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="At"
          required
          type="time"
          hint={form.typed.orderTime === '00:00' && 'Midnight, before that day begins.'}
          {...wired('orderTime')}
        />
      </Question>
    </>
  )
}

type QuestionProps = { text: string; children: ReactNode }

export function Question({ text, children }: QuestionProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-serif text-xl font-semibold">{text}</legend>
      <div className="grid grid-cols-2 gap-3">{children}</div>
    </fieldset>
  )
}
