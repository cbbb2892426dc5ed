import { type PersonAtWork, personDraft } from '#contract/people/people.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DialogAt, type DialogProps, openDialog, useDraft } from './dialog-at.tsx'
import { errorsIn, useCheckedForm } from './edit-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { type Change, useChange } from './use-change.ts'

type Named = Pick<PersonAtWork, 'id'>

type Naming = Pick<Change<string, Named>, 'send' | 'done' | 'failed' | 'refreshes'>

type NameDialogProps = DialogProps &
  Naming & {
    title: string
    first: string
  }

export function NameDialog(props: NameDialogProps) {
  const { title, first, send, done, failed, refreshes, ...dialog } = props
  const [name, setName] = useDraft('name', first)
  const save = useChange({ send, done, failed, refreshes, onDone: dialog.onClose })
  const checked = useCheckedForm(save)
  const { form, errors, field } = checked
  const submit = () => checked.send(errorsIn(personDraft.safeParse({ name })), name.trim())
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

type RenameButtonProps = Pick<Naming, 'send' | 'refreshes'> & {
  address: string
  parent: string
  first: string
  label?: string
}

export function RenameButton({ address, parent, first, label, ...change }: RenameButtonProps) {
  const save = { ...change, done: 'Renamed', failed: 'Not renamed' }
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={label} onClick={() => openDialog(address)}>
        Rename
      </Button>
      <DialogAt address={address} parent={parent}>
        {(dialog) => <NameDialog {...dialog} title={`Rename ${first}`} first={first} {...save} />}
      </DialogAt>
    </>
  )
}
