import {
  letters,
  MAX_LETTER_LENGTH,
  type PlannedLetter,
  type PlanText,
  planText,
} from '#contract/letters.ts'
import { call } from '#web/api/call.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { wiredTo } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatText } from '../shared/format-value.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useChange } from '../shared/use-change.ts'
import { PlanTimeFields } from './plan-letter.tsx'

function readPlan({ subject, body, day, time }: PlanText): PlanText {
  return { subject, body, day, time }
}

export function ChangePlanDialog({ plan, ...dialog }: DialogProps & { plan: PlannedLetter }) {
  const save = useChange({
    send: ({ draft, loaded }: Saving<PlanText>) =>
      call(letters.changePlan, {
        params: { id: String(plan.id) },
        body: changeOf(loaded, draft),
      }),
    done: 'Newsletter changed',
    failed: 'Newsletter not changed',
    refreshes: [letters.list],
    onShown: dialog.onClose,
  })
  const { typed, setTyped, form, errors, submit, isTouched, isSaving, question } = useEditForm({
    first: readPlan(plan),
    read: readPlan,
    check: planText.safeParse,
    save,
  })
  const wired = wiredTo({ typed, onType: setTyped, errors })
  return (
    <FormDialog
      {...dialog}
      isTouched={isTouched}
      title="Change planned newsletter"
      place="wide"
      form={form}
      onSubmit={submit}
      save={{ label: 'Save Changes', busy: isSaving }}
      below={<MeanwhileQuestion contested={CONTESTED} {...question} />}
    >
      <div className="grid gap-5">
        <PlanTimeFields typed={typed} onType={setTyped} errors={errors} />
        <TextField label="Subject" required maxLength={150} {...wired('subject')} />
        <TextAreaField
          label="Message"
          required
          rows={14}
          maxLength={MAX_LETTER_LENGTH}
          {...wired('body')}
        />
      </div>
    </FormDialog>
  )
}

const CONTESTED: readonly Contested[] = [
  { field: 'day', label: 'Day', format: formatText },
  { field: 'time', label: 'Time', format: formatText },
  { field: 'subject', label: 'Subject', format: formatText },
  { field: 'body', label: 'Message', format: formatText },
]
