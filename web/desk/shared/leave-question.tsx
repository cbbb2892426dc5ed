import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type LeaveQuestionProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onLeave: () => void
}

export function LeaveQuestion({ open, onOpenChange, onLeave }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      onConfirm={onLeave}
    >
      What you typed will be lost.
    </ConfirmDialog>
  )
}
