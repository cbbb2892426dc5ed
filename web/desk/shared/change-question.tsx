import type { ReactNode, RefObject } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Change, useChange } from './use-change.ts'

export type DialogProps = { open: boolean; onClose: () => void }

export type QuestionProps = DialogProps & { focusElse: RefObject<HTMLElement | null> }

type ChangeQuestionProps<Answer> = Omit<Change<void, Answer>, 'onDone' | 'onShown'> &
  QuestionProps & { title: string; confirmLabel?: string; busyLabel?: string; children: ReactNode }

/** Asks before a change that cannot be taken back, and makes it; it closes once the change is on the screen. */
export function ChangeQuestion<Answer>({
  send,
  done,
  failed,
  refreshes,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting…',
  ...dialog
}: ChangeQuestionProps<Answer>) {
  const change = useChange({ send, done, failed, refreshes, onShown: dialog.onClose })
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel={change.isPending ? busyLabel : confirmLabel}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    />
  )
}
