import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { LeaveQuestion } from '../shared/leave-question.tsx'

type RecipeFormDialogProps = {
  title: string
  place: 'middle' | 'wide'
  open: boolean
  isTouched: boolean
  onClose: () => void
  onSubmit: (form: HTMLFormElement) => void
  formId: string
  footer: ReactNode
  children: ReactNode
}

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
      <LeaveQuestion open={isLeaving} onOpenChange={setLeaving} onLeave={onClose} />
    </Dialog>
  )
}
