import { calendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { type DeskRule, ruleDraft } from '#contract/calendar/rules.ts'
import { readMonthDay, typedMonthDay } from '#contract/time/month-day.ts'
import { call } from '#web/api/call.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { type WiredProps, wiredTo } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { formatText } from '../shared/format-value.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { WEEKDAYS } from './calendar-text.ts'
import {
  CONTESTED_HOURS,
  HoursFields,
  Question,
  readHours,
  type TypedHours,
  typedHours,
  USUAL_HOURS,
} from './hours-fields.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { usePlan } from './use-plan.ts'

type RuleDialogProps = DialogProps & {
  place: DeskPlace
  places: readonly DeskPlace[]
  /** Null: a new one. */
  rule: DeskRule | null
}

export function RuleDialog({ place, places, rule, ...dialog }: RuleDialogProps) {
  const planned = usePlan({
    send: sendRule(place, rule),
    done: 'Rule saved',
    failed: 'The rule was not saved',
    onDone: dialog.onClose,
  })
  const { typed, setTyped, form, submit, isTouched, errors, question } = useEditForm({
    first: rule ? typedRule(rule) : BLANK_RULE,
    read: readRule,
    check: (draft) => ruleDraft.safeParse({ placeId: place.id, ...draft }),
    save: planned.look,
  })
  return (
    <PlanDialog
      title={rule ? `Change a rule of ${place.name}` : `New rule for ${place.name}`}
      {...{ ...dialog, places, planned, form, isTouched }}
      saveLabel="Save this rule"
      onLook={submit}
      below={<MeanwhileQuestion contested={CONTESTED_RULE} {...question} />}
    >
      <RuleFields typed={typed} onType={setTyped} errors={errors} />
    </PlanDialog>
  )
}

function sendRule(place: DeskPlace, rule: DeskRule | null) {
  return ({ draft, loaded }: Saving<SentRule>, confirm: string | undefined) => {
    const confirmed = confirm === undefined ? {} : { confirm }
    if (!rule) {
      const { firstDay, ...fields } = draft
      const body = { placeId: place.id, ...fields, ...(firstDay ? { firstDay } : {}), ...confirmed }
      return call(calendar.createRule, { body })
    }
    const body = { ...changeOf(loaded, draft), ...confirmed }
    return call(calendar.changeRule, { params: { id: String(rule.id) }, body })
  }
}

function RuleFields(props: WiredProps<TypedRule>) {
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

type TypedRule = TypedHours & {
  weekday: string
  everyWeeks: string
  firstDay: string
  lastDay: string
  seasonFrom: string
  seasonUntil: string
}

/** Saturdays, to be ordered until the Thursday before at 8 PM. */
const BLANK_RULE: TypedRule = {
  ...USUAL_HOURS,
  ...{ weekday: '6', everyWeeks: '1', firstDay: '', lastDay: '', seasonFrom: '', seasonUntil: '' },
}

function typedRule(rule: DeskRule): TypedRule {
  return {
    ...typedHours(rule),
    weekday: String(rule.weekday),
    everyWeeks: String(rule.everyWeeks),
    firstDay: rule.firstDay,
    lastDay: rule.lastDay ?? '',
    seasonFrom: typedMonthDay(rule.seasonFrom),
    seasonUntil: typedMonthDay(rule.seasonUntil),
  }
}

type SentRule = ReturnType<typeof readRule>

/** A rule as it is sent; without a first day a new one begins today. */
function readRule(typed: TypedRule) {
  return {
    ...readHours(typed),
    weekday: Number(typed.weekday),
    everyWeeks: typed.everyWeeks === '2' ? (2 as const) : (1 as const),
    firstDay: typed.firstDay || undefined,
    lastDay: typed.lastDay || null,
    seasonFrom: readMonthDay(typed.seasonFrom),
    seasonUntil: readMonthDay(typed.seasonUntil),
  }
}

const CONTESTED_RULE: readonly Contested[] = [
  {
    field: 'weekday',
    label: 'Day of the week',
    format: (value) => WEEKDAYS[Number(value) - 1] ?? formatText(value),
  },
  {
    field: 'everyWeeks',
    label: 'How often',
    format: (value) => (String(value) === '2' ? 'Every second week' : 'Every week'),
  },
  ...CONTESTED_HOURS,
  { field: 'firstDay', label: 'First day', format: formatText },
  { field: 'lastDay', label: 'Last day', format: formatText },
  { field: 'seasonFrom', label: 'Season from', format: formatText },
  { field: 'seasonUntil', label: 'Season until', format: formatText },
]
