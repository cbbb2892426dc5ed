import type { UseMutationResult } from '@tanstack/react-query'
import { type PersonAtWork, personDraft } from '#contract/people/people.ts'
import { TextField } from '#web/ui/field.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useDraft } from './dialog-at.tsx'
import { errorsIn, useCheckedForm } from './edit-form.ts'

type NameDialogProps = DialogProps & {
  title: string
  label: string
  first: string
  save: UseMutationResult<Pick<PersonAtWork, 'id'>, Error, string>
}

export function NameDialog({ title, label, first, save, ...dialog }: NameDialogProps) {
  const [name, setName] = useDraft('name', first)
  const { form, send, errors, forgetError } = useCheckedForm(save)
  const submit = () => {
    const wrong = errorsIn(personDraft.safeParse({ name }))
    if (Object.keys(wrong).length > 0) return send(wrong, name)
    save.mutate(name.trim(), { onSuccess: dialog.onClose })
  }
  return (
    <FormDialog
      title={title}
      {...dialog}
      isTouched={() => name !== first}
      form={form}
      onSubmit={submit}
      save={{ label: 'Save', busy: save.isPending }}
    >
      <TextField
        label={label}
        required
        name="name"
        value={name}
        error={errors.name ?? errors.label}
        onChange={({ target }) => {
          forgetError('name')
          setName(target.value)
        }}
      />
    </FormDialog>
  )
}
