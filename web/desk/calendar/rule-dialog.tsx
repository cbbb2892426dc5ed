import { calendar } from '#contract/calendar.ts'
import type { DeskPlace } from '#contract/calendar-places.ts'
import { type DeskRule, ruleDraft } from '#contract/calendar-rules.ts'
import { call } from '#web/api/call.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { BLANK_RULE, CONTESTED_RULE, readRule, type SentRule, typedRule } from './rule-draft.ts'
import { RuleFields } from './rule-fields.tsx'
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
