import { type ReactNode, type Ref, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DraftNote } from './draft-note.tsx'
import { useLeaving } from './use-leaving.ts'

type FormDialogProps = {
  title: string
  description?: string
  shape?: 'middle' | 'wide'
  open: boolean
  isTouched?: () => boolean
  onClose: () => void
  form: Ref<HTMLFormElement>
  onSubmit: () => void
  onType?: () => void
  save?: SaveButtonProps
  footer?: (formId: string) => ReactNode
  children: ReactNode
  below?: ReactNode
}

export function FormDialog({
  isTouched = () => false,
  onClose,
  form,
  onSubmit,
  onType,
  save,
  footer = (formId) => save && <SaveButton formId={formId} {...save} />,
  children,
  below,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  const leaving = useLeaving({ open: dialog.open, isTouched, onClose })
  return (
    <Dialog {...dialog} onClose={leaving.close} footer={footer(formId)}>
      <DraftNote />
      <form
        id={formId}
        ref={form}
        noValidate
        onInput={onType}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
      {below}
      <LeaveQuestion {...leaving.question} />
    </Dialog>
  )
}

type LeaveQuestionProps = { open: boolean; onClose: () => void; onLeave: () => void }

export function LeaveQuestion({ onLeave, ...dialog }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      {...dialog}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={onLeave}
    >
      What you typed will be lost.
    </ConfirmDialog>
  )
}

type SaveButtonProps = { label: string; busy: boolean; busyLabel?: string }

type FormSaveButtonProps = SaveButtonProps & { formId: string }

function SaveButton({ formId, label, busy, busyLabel = 'Saving…' }: FormSaveButtonProps) {
  return (
    <Button type="submit" form={formId} size="lg" busy={busy} className="w-full">
      {busy ? busyLabel : label}
    </Button>
  )
}
