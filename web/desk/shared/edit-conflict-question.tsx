import { type ReactNode, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { type EditConflict, takeTheirs } from './edit-conflict.ts'

export type ConflictField = { field: string; label: string; format: (value: unknown) => ReactNode }

type EditConflictQuestionProps<Typed extends object> = {
  conflictFields: readonly ConflictField[]
  typed: Typed
  conflict: EditConflict
  onBack: () => void
  onSave: (chosen: Typed) => void
}

export function EditConflictQuestion<Typed extends object>({
  conflictFields,
  ...props
}: EditConflictQuestionProps<Typed>) {
  const asked = conflictFields.filter(({ field }) => props.conflict.has(field))
  return asked.length > 0 ? <Question conflictFields={asked} {...props} /> : null
}

type Choice = 'yours' | 'current'

function Question<Typed extends object>(props: EditConflictQuestionProps<Typed>) {
  const { conflictFields: fields, typed, conflict, onBack, onSave } = props
  const formId = useId()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map())
  const open = fields.filter(({ field }) => !chosen.has(field)).length
  const submit = () => {
    const taken = fields.flatMap(({ field }) => (chosen.get(field) === 'current' ? [field] : []))
    if (open === 0) onSave(takeTheirs(typed, conflict, new Set(taken)))
  }
  return (
    <Dialog
      open
      onClose={onBack}
      title="Changed in the meantime"
      description="Someone saved this while your form was open. Your changes are not saved yet, and nothing is lost: choose what to keep."
      footer={<Answers formId={formId} open={open} onBack={onBack} />}
    >
      <Form id={formId} onSubmit={submit} className="grid gap-6">
        {fields.map(({ field, label, format }) => (
          <FieldChoice
            key={field}
            label={label}
            yours={format(Reflect.get(typed, field))}
            current={format(conflict.get(field))}
            chosen={chosen.get(field)}
            onChoose={(choice) => setChosen((before) => new Map(before).set(field, choice))}
          />
        ))}
      </Form>
    </Dialog>
  )
}

type FieldChoiceProps = {
  label: string
  yours: ReactNode
  current: ReactNode
  chosen: Choice | undefined
  onChoose: (choice: Choice) => void
}

function FieldChoice({ label, yours, current, chosen, onChoose }: FieldChoiceProps) {
  const name = useId()
  const cards = [
    { choice: 'yours', label: 'Yours', note: yours },
    { choice: 'current', label: 'Now in the shop', note: current },
  ] as const
  return (
    <fieldset className="grid min-w-0 gap-2 wrap-anywhere">
      <legend className="mb-2 font-semibold">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {cards.map(({ choice, ...card }) => (
          <ChoiceCard
            key={choice}
            {...card}
            name={name}
            value={choice}
            checked={chosen === choice}
            onChoose={() => onChoose(choice)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Answers({ formId, open, onBack }: { formId: string; open: number; onBack: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p role="status" className="grow text-[0.9375rem] text-bark-deep">
        {open > 0 && (open === 1 ? 'One choice left.' : `${open} choices left.`)}
      </p>
      <Button variant="quiet" onClick={onBack}>
        Back to the form
      </Button>
      <Button type="submit" form={formId} disabled={open > 0}>
        Save
      </Button>
    </div>
  )
}
