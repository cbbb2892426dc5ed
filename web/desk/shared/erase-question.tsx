import { sentenceOf } from '#web/api/request.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DialogProps } from './dialog-at.tsx'
import { Failure } from './notice.tsx'
import { type Change, useChange } from './use-change.ts'

type EraseQuestionProps<Answer> = DialogProps & {
  whom: string
  note?: string
  change: Pick<Change<void, Answer>, 'send' | 'done' | 'refreshes' | 'onDone'>
}

export function EraseQuestion<Answer>(props: EraseQuestionProps<Answer>) {
  const { whom, note, change, ...dialog } = props
  const erasing = useChange({ ...change, failed: 'The customer was not erased' })
  return (
    <ConfirmDialog
      {...dialog}
      title={`Erase ${whom}?`}
      confirmLabel={erasing.isPending ? 'Erasing…' : 'Erase permanently'}
      cancelLabel="Keep"
      busy={erasing.isPending}
      onConfirm={() => erasing.mutate()}
    >
      The name, email, phone, address and notes will be erased for good. What was ordered, the
      amounts and the dates stay. {note}
      {erasing.error && <Failure className="mt-3">{sentenceOf(erasing.error)}</Failure>}
    </ConfirmDialog>
  )
}
