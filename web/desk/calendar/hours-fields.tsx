import type { ReactNode } from 'react'
import { HOURS_FIELDS } from '#contract/calendar/hours.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { WiredProps } from '../shared/edit-form.ts'
import { FormField, fieldsOf, type readFields, type TypedFields } from '../shared/form-fields.tsx'
import { weekdayBefore } from './calendar-text.ts'

export type TypedHours = TypedFields<typeof HOURS_FIELDS>

export type SentHours = ReturnType<typeof readFields<typeof HOURS_FIELDS>>

export const USUAL_HOURS: TypedHours = {
  opens: '09:00',
  closes: '12:00',
  orderDays: '2',
  orderTime: '20:00',
  capacity: '',
}

const DAYS_BEFORE = Array.from({ length: 15 }, (_, days) => days)

/** `Thursday (2 days before)`; no weekday when there is more than one day. */
function orderDayLabel(days: number, weekday: number | null): string {
  const before = days === 1 ? 'the day before' : `${days} days before`
  const distance = days === 0 ? 'the same day' : before
  if (weekday !== null) return `${weekdayBefore(weekday, days)} (${distance})`
  return distance.replace(/^t/, 'T')
}

type HoursFieldsProps<Typed extends TypedHours> = WiredProps<Typed> & {
  /** 1 is Monday; null for more than one day. */
  weekday: number | null
}

export function HoursFields<Typed extends TypedHours>(props: HoursFieldsProps<Typed>) {
  return (
    <>
      <TimesFields {...props} />
      <Question text="Order limit">
        <FormField
          {...fieldsOf(HOURS_FIELDS, props)('capacity')}
          label="Boxes"
          hint="Leave empty for no limit."
          className="col-span-2"
        />
      </Question>
    </>
  )
}

export function TimesFields<Typed extends TypedHours>({
  weekday,
  ...form
}: HoursFieldsProps<Typed>) {
  const field = fieldsOf(HOURS_FIELDS, form)
  const { field: _, ...orderDays } = field('orderDays')
  return (
    <>
      <Question text="Hours">
        <FormField {...field('opens')} />
        <FormField {...field('closes')} />
      </Question>
      <Question text="Order cutoff">
        <SelectField
          label="Order by"
          required
          className="max-sm:col-span-2"
          options={DAYS_BEFORE.map((days) => [days, orderDayLabel(days, weekday)])}
          {...orderDays}
        />
        <FormField
          {...field('orderTime')}
          label="At"
          hint={form.typed.orderTime === '00:00' && 'Midnight, before that day begins.'}
        />
      </Question>
    </>
  )
}

export function Question({ text, children }: { text: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-serif text-xl font-semibold">{text}</legend>
      <div className="grid grid-cols-2 gap-3">{children}</div>
    </fieldset>
  )
}
