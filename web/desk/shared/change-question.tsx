import type { ReactNode, RefObject } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type DialogProps, useFinish } from './dialog-at.tsx'
import { type Change, useChange } from './use-change.ts'

export type QuestionProps = DialogProps & { focusElse: RefObject<HTMLElement | null> }

type ChangeQuestionProps<Answer> = Omit<Change<void, Answer>, 'onDone' | 'onShown'> &
  QuestionProps & {
    title: string
    confirmLabel?: string
    busyLabel?: string
    isSafe?: boolean
    /** Where to go when done, if the place behind the question is gone too. */
    leadsTo?: string
    children: ReactNode
  }

export function ChangeQuestion<Answer>({
  send,
  done,
  failed,
  refreshes,
  confirmLabel = 'Delete',
  busyLabel = 'Deleting…',
  leadsTo,
  ...dialog
}: ChangeQuestionProps<Answer>) {
  const finish = useFinish()
  const onDone = leadsTo === undefined ? {} : { onDone: () => finish(leadsTo) }
  const change = useChange({ send, done, failed, refreshes, ...onDone, onShown: dialog.onClose })
  return (
    <ConfirmDialog
      {...dialog}
      confirmLabel={change.isPending ? busyLabel : confirmLabel}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
    />
  )
}
