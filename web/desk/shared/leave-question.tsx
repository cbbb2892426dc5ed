import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

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
