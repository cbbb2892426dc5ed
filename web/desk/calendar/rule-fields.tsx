import { SelectField, TextField } from '#web/ui/field.tsx'
import { type WiredProps, wiredTo } from '../shared/checked-form.ts'
import { WEEKDAYS } from './calendar-text.ts'
import { HoursFields, Question } from './hours-fields.tsx'
import type { TypedRule } from './rule-draft.ts'

export function RuleFields(props: WiredProps<TypedRule>) {
  const wired = wiredTo(props)
  return (
    <div className="grid gap-7">
      <Question text="Which day?">
        <SelectField label="Day of the week" required {...wired('weekday')}>
          {WEEKDAYS.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="How often" required {...wired('everyWeeks')}>
          <option value="1">Every week</option>
          <option value="2">Every second week</option>
        </SelectField>
      </Question>
      <HoursFields {...props} weekday={Number(props.typed.weekday)} />
      <Question text="In a season only?">
        <TextField
          label="Every year from"
          hint="Such as May 2."
          autoComplete="off"
          {...wired('seasonFrom')}
        />
        <TextField
          label="Every year until"
          hint="Such as Oct 31."
          autoComplete="off"
          {...wired('seasonUntil')}
        />
        <TextField
          label="First day"
          type="date"
          hint="Every second week is counted from here."
          {...wired('firstDay')}
        />
        <TextField label="Last day" type="date" {...wired('lastDay')} />
      </Question>
    </div>
  )
}
