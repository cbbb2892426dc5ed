import type { NoShow } from '#contract/market/no-shows.ts'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import { type ToolOptions, ToolSelect } from '../shared/toolbar.tsx'
import { CHOICES, type TypedDecision } from './no-show-text.ts'

type NoShowFieldsProps = {
  order: NoShow
  days: ToolOptions
  typed: TypedDecision
  message: string
  errors: FieldErrors
  onType: (typed: TypedDecision) => void
}

export function NoShowFields(props: NoShowFieldsProps) {
  const { order, typed, message, errors, onType } = props
  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">What now?</legend>
        {CHOICES.map(({ decision, label, note }) => (
          <ChoiceCard
            key={decision}
            name="decision"
            value={decision}
            label={label}
            note={note}
            checked={typed.decision === decision}
            onChoose={() => onType({ ...typed, decision })}
          />
        ))}
        {errors.decision && typed.decision === null && (
          <p className="font-semibold text-beet">{errors.decision}</p>
        )}
      </fieldset>
      <ChosenFields {...props} />
      {typed.decision !== null && order.canNotifyBuyer && (
        <TextAreaField
          label="What the buyer reads"
          hint={typed.decision === 'cancel' ? IN_EMAIL : `${IN_EMAIL} ${OR_NOBODY}`}
          name="message"
          maxLength={1000}
          rows={4}
          value={message}
          error={errors.message}
          onChange={({ target }) => onType({ ...typed, message: target.value })}
        />
      )}
    </div>
  )
}

const IN_EMAIL = 'It goes in the email.'
const OR_NOBODY = 'If you leave it empty, nobody is told.'

function ChosenFields({ days, typed, errors, onType }: NoShowFieldsProps) {
  if (typed.decision === 'keep')
    return (
      <TextField
        label="Keep it until"
        required
        type="date"
        name="keepUntil"
        value={typed.keepUntil}
        error={errors.keepUntil}
        onChange={({ target }) => onType({ ...typed, keepUntil: target.value })}
      />
    )
  if (typed.decision === 'next_day')
    return (
      <div className="grid gap-1">
        <ToolSelect
          label="Move it to"
          value={typed.moveTo}
          options={days.length > 0 ? days : [['', 'There is no market day to come']]}
          onChoose={(moveTo) => onType({ ...typed, moveTo })}
        />
        {errors.moveTo && <p className="font-semibold text-beet">{errors.moveTo}</p>}
      </div>
    )
  if (typed.decision !== 'cancel') return null
  return (
    <ToolSelect
      label="Its goods"
      value={typed.goods}
      options={[
        ['missing', 'are missing, or cannot be sold any more'],
        ['sellable', 'can still be sold'],
      ]}
      onChoose={(goods) => onType({ ...typed, goods: goods === 'sellable' ? goods : 'missing' })}
    />
  )
}
