import { calendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { type DeskRule, RULE_FIELDS, ruleDraft } from '#contract/calendar/rules.ts'
import { call } from '#web/api/call.ts'
import { SelectField } from '#web/ui/field.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { changeOf } from '../shared/edit-conflict.ts'
import { type Saving, useEditForm, type WiredProps, wiredTo } from '../shared/edit-form.ts'
import {
  EditQuestion,
  FormField,
  fieldsOf,
  readFields,
  type TypedFields,
  typedFields,
} from '../shared/form-fields.tsx'
import { RULE_FORMATS, WEEKDAYS } from './calendar-text.ts'
import { HoursFields, Question, USUAL_HOURS } from './hours-fields.tsx'
import { PlanDays, PlanDialog, usePlan } from './plan-dialog.tsx'

type RuleDialogProps = DialogProps & {
  place: DeskPlace
  /** Null: a new one. */
  rule: DeskRule | null
}

export function RuleDialog({ place, rule, ...dialog }: RuleDialogProps) {
  const planned = usePlan({
    send: ({ draft, loaded }: Saving<SentRule>, confirm: string | undefined) => {
      if (!rule) {
        return call(calendar.createRule, { body: { placeId: place.id, ...draft, confirm } })
      }
      const body = { ...changeOf(loaded, draft), confirm }
      return call(calendar.changeRule, { params: { id: rule.id }, body })
    },
    done: 'Schedule saved',
    failed: 'The rule was not saved',
    onDone: dialog.onClose,
  })
  const edit = useEditForm({
    first: rule ? typedFields(RULE_FIELDS, rule) : BLANK_RULE,
    read: (typed: TypedRule) => readFields(RULE_FIELDS, typed),
    check: (draft) => ruleDraft.safeParse({ placeId: place.id, ...draft }),
    save: planned.look,
  })
  return (
    <PlanDialog
      title={rule ? `Change a weekly day of ${place.name}` : `New weekly day for ${place.name}`}
      {...dialog}
      planned={planned}
      form={edit.form}
      isTouched={edit.isTouched}
      saveLabel="Save schedule"
      onLook={edit.submit}
      preview={(plan) => <PlanDays plan={plan} isNew={planned.isNew} />}
      below={<EditQuestion edit={edit} fields={RULE_FIELDS} formats={RULE_FORMATS} />}
    >
      <RuleFields {...edit.wires} />
    </PlanDialog>
  )
}

function RuleFields(props: WiredProps<TypedRule>) {
  const wired = wiredTo(props)
  const field = fieldsOf(RULE_FIELDS, props)
  return (
    <div className="grid gap-7">
      <Question text="Which day?">
        <SelectField
          label="Day of the week"
          required
          options={WEEKDAYS.map((name, index) => [index + 1, name])}
          {...wired('weekday')}
        />
        <SelectField
          label="How often"
          required
          options={[1, 2].map((weeks) => [weeks, RULE_FORMATS.everyWeeks(weeks)])}
          {...wired('everyWeeks')}
        />
      </Question>
      <HoursFields {...props} weekday={Number(props.typed.weekday)} />
      <Question text="In a season only?">
        <FormField {...field('seasonFrom')} label="Every year from" hint="Such as May 2." />
        <FormField {...field('seasonUntil')} label="Every year until" hint="Such as Oct 31." />
        <FormField {...field('firstDay')} hint="Every other week counts from this date." />
        <FormField {...field('lastDay')} />
      </Question>
    </div>
  )
}

type TypedRule = TypedFields<typeof RULE_FIELDS>
type SentRule = ReturnType<typeof readFields<typeof RULE_FIELDS>>

const BLANK_RULE: TypedRule = {
  ...USUAL_HOURS,
  weekday: '6',
  everyWeeks: '1',
  firstDay: '',
  lastDay: '',
  seasonFrom: '',
  seasonUntil: '',
}
