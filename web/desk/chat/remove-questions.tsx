import { Trash2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { MAX_REMOVALS, type Question } from '#contract/chat.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRemoveQuestions } from './change-question.ts'

type RemoveAllProps = {
  kind: 'open' | 'answered'
  questions: readonly Question[]
  shelf: RefObject<HTMLElement | null>
}

export function RemoveAll({ kind, questions, shelf }: RemoveAllProps) {
  const [isAsking, setAsking] = useState(false)
  const shown = questions.slice(0, MAX_REMOVALS)
  const removal = useRemoveQuestions(() => setAsking(false))
  if (shown.length < 2 && !isAsking) return null
  const waiting = shown.filter(({ email }) => email !== null).length
  return (
    <>
      <Button variant="quiet" className="mb-3" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" className="size-5" /> Delete all {shown.length} {kind} questions
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${shown.length} questions?`}
        confirmLabel={removal.isPending ? 'Deleting…' : 'Delete all'}
        onConfirm={() => removal.mutate(shown.map(({ id }) => id))}
        busy={removal.isPending}
        focusElse={shelf}
      >
        {kind === 'answered'
          ? 'Their replies are deleted too.'
          : `Nobody will answer them. ${waiting} of them left an email address, which is deleted.`}
      </ConfirmDialog>
    </>
  )
}
