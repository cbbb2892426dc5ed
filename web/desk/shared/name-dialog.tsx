import type { UseMutationResult } from '@tanstack/react-query'
import { type PersonAtWork, personDraft } from '#contract/people/people.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogAt, type DialogProps, openDialog, useDraft } from './dialog-at.tsx'
import { errorsIn, useCheckedForm } from './edit-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { type Change, useChange } from './use-change.ts'

type Named = Pick<PersonAtWork, 'id'>

type NameDialogProps = DialogProps & {
  title: string
  first: string
  save: UseMutationResult<Named, Error, string>
}

export function NameDialog({ title, first, save, ...dialog }: NameDialogProps) {
  const [name, setName] = useDraft('name', first)
  const { form, send, errors, field } = useCheckedForm(save)
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
        label="Name"
        required
        {...field('name', name, setName)}
        error={errors.name ?? errors.label}
      />
    </FormDialog>
  )
}

type RenameButtonProps = Pick<Change<string, Named>, 'send' | 'refreshes'> & {
  address: string
  parent: string
  first: string
  label?: string
}

export function RenameButton({ address, parent, first, label, ...change }: RenameButtonProps) {
  const save = useChange({ ...change, done: 'Renamed', failed: 'Not renamed' })
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={label} onClick={() => openDialog(address)}>
        Rename
      </Button>
      <DialogAt address={address} parent={parent}>
        {(dialog) => <NameDialog {...dialog} title={`Rename ${first}`} first={first} save={save} />}
      </DialogAt>
    </>
  )
}
