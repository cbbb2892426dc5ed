import { letterText } from '#contract/letters.ts'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import type { LetterDraft } from './letter-draft.ts'

export type LetterErrors = { subject?: string; body?: string }

export function checkLetter({ subject, body }: LetterDraft): LetterErrors {
  const checked = letterText.safeParse({ subject, body })
  const errors: LetterErrors = {}
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    const [field] = path
    if (field === 'subject' || field === 'body') errors[field] ??= message
  }
  return errors
}

type LetterFormProps = {
  draft: LetterDraft
  errors: LetterErrors
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
