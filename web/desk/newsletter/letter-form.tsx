import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { FieldErrors } from '../shared/checked-form.ts'
import type { LetterDraft } from './letter-draft.ts'

type LetterFormProps = {
  draft: LetterDraft
  errors: FieldErrors
  onType: (draft: LetterDraft) => void
}

export function LetterForm({ draft, errors, onType }: LetterFormProps) {
  return (
    <div className="grid content-start gap-5">
      <TextField
        label="Subject"
        required
        error={errors.subject}
        maxLength={150}
        value={draft.subject}
        onChange={(event) => onType({ ...draft, subject: event.target.value })}
      />
      <TextAreaField
        label="Message"
        required
        rows={20}
        hint="A blank line starts a new paragraph, “# ” a heading, “- ” a list item. Web addresses become links."
        error={errors.body}
        maxLength={20_000}
        value={draft.body}
        onChange={(event) => onType({ ...draft, body: event.target.value })}
      />
    </div>
  )
}
