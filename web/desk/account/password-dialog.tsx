import type { ReactNode } from 'react'
import { useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { type Change, useChange } from '../shared/use-change.ts'
import { PasswordAgain } from './password-again.tsx'

type PasswordDialogProps<Answer> = DialogProps &
  Pick<Change<string, Answer>, 'send' | 'done' | 'failed' | 'refreshes'> & {
    title: string
    description: string
    button: string
    children?: ReactNode
  }

/** A change for which the desk's password is typed again. */
export function PasswordDialog<Answer>(props: PasswordDialogProps<Answer>) {
  const { send, done, failed, refreshes, button, children, ...dialog } = props
  const { onClose } = dialog
  const change = useChange({ send, done, failed, refreshes, isSecret: true, onDone: onClose })
  const { form, send: sendChecked, textOf, secret } = useCheckedForm(change)
  const submit = () => {
    const password = textOf('currentPassword')
    const wrong = password === '' ? { currentPassword: 'Please enter the desk’s password.' } : {}
    sendChecked(wrong, password)
  }
  const save = { label: button, busy: change.isPending }
  return (
    <FormDialog {...dialog} form={form} onSubmit={submit} save={save}>
      <div className="grid gap-5">
        {children}
        <PasswordAgain {...secret('currentPassword')} />
      </div>
    </FormDialog>
  )
}
