import type { ReactNode } from 'react'
import { useCheckedForm } from './checked-form.ts'
import type { DialogProps } from './dialog-at.tsx'
import { FormDialog } from './form-dialog.tsx'
import { type Change, useChange } from './use-change.ts'

type ActionDialogProps<Answer> = DialogProps &
  Pick<Change<void, Answer>, 'send' | 'done' | 'failed' | 'refreshes'> & {
    title: string
    description: string
    button: string
    children?: ReactNode
  }

/** Says what one button does before it is pressed; closes once that is done. */
export function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { send, done, failed, refreshes, button, children = null, ...dialog } = props
  const change = useChange({ send, done, failed, refreshes, onDone: dialog.onClose })
  const { form } = useCheckedForm(change)
  const save = { label: button, busy: change.isPending }
  return (
    <FormDialog {...dialog} form={form} onSubmit={() => change.mutate()} save={save}>
      {children}
    </FormDialog>
  )
}
