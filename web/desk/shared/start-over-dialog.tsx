import type { ComponentProps } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type StartOverDialogProps = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'cancelLabel'
>

export function StartOverDialog(props: StartOverDialogProps) {
  return (
    <ConfirmDialog
      title="Start over?"
      confirmLabel="Start over"
      cancelLabel="Keep editing"
      {...props}
    />
  )
}
