import { type ReactNode, type SubmitEvent, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type RecipeFormDialogProps = {
  title: string
  place: 'middle' | 'wide'
  open: boolean
  /** Whether something was typed that would be lost. */
  isTouched: boolean
  onClose: () => void
  onSubmit: (form: HTMLFormElement) => void
  formId: string
  footer: ReactNode
  children: ReactNode
}

/** A form in a dialog, which is not left by accident once something was typed. */
export function RecipeFormDialog({ isTouched, onClose, onSubmit, formId, children, ...dialog }: RecipeFormDialogProps) {
  const [isLeaving, setLeaving] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <Dialog {...dialog} onOpenChange={(isOpen) => !isOpen && (isTouched ? setLeaving(true) : onClose())}>
      <form id={formId} noValidate onSubmit={submit} className="grid gap-8">
        {children}
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      >
        What you typed will be lost.
      </ConfirmDialog>
    </Dialog>
  )
}
