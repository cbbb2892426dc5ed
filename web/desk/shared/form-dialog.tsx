import { type ComponentProps, type ReactNode, type Ref, use, useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AddressContext, type DialogProps } from './dialog-at.tsx'
import { Form } from './form.tsx'
import { type Change, useChange } from './use-change.ts'
import { useFarmDates } from './use-farm-dates.ts'
import { useLeaving } from './use-leaving.ts'

type FormDialogProps = {
  title: string
  description?: string
  shape?: 'middle' | 'wide'
  open: boolean
  isTouched?: () => boolean
  onClose: () => void
  form?: Ref<HTMLFormElement>
  onSubmit: () => void
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
      <Form id={formId} ref={form} onSubmit={onSubmit}>
        {children}
      </Form>
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

type SaveButtonProps = { label: string; busy: boolean; busyLabel?: string; disabled?: boolean }

type FormSaveButtonProps = SaveButtonProps & { formId: string }

function SaveButton({ formId, label, busyLabel = 'Saving…', ...state }: FormSaveButtonProps) {
  return (
    <Button type="submit" form={formId} size="lg" {...state} className="w-full">
      {state.busy ? busyLabel : label}
    </Button>
  )
}

type ActionDialogProps<Answer> = DialogProps &
  Pick<Change<void, Answer>, 'send' | 'done' | 'failed' | 'refreshes'> & {
    title: string
    description: string
    button: string
    children?: ReactNode
  }

/** Says what a button does before it is pressed, and closes once that is done. */
export function ActionDialog<Answer>(props: ActionDialogProps<Answer>) {
  const { send, done, failed, refreshes, button, children = null, ...dialog } = props
  const change = useChange({ send, done, failed, refreshes, onDone: dialog.onClose })
  const save = { label: button, busy: change.isPending }
  return (
    <FormDialog {...dialog} onSubmit={() => change.mutate()} save={save}>
      {children}
    </FormDialog>
  )
}

export function DraftNote() {
  const addressed = use(AddressContext)
  const { formatMoment } = useFarmDates()
  const [isConfirming, setConfirming] = useState(false)
  if (!addressed?.foundAt) return null
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-3 rounded-xl bg-sprout py-1 pr-1 pl-4">
      <p role="status" className="py-2">
        You typed this on {formatMoment(addressed.foundAt)}. It is not saved yet.
      </p>
      <Button variant="plain" size="sm" onClick={() => setConfirming(true)}>
        Start over
      </Button>
      <StartOverDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={addressed.startOver}
      >
        What you typed will be lost.
      </StartOverDialog>
    </div>
  )
}

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
