import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { useListener } from '#web/ui/use-listener.ts'
import { AddressContext, type DialogProps } from './dialog-at.tsx'
import { guardForm } from './leaving.ts'
import { Failure } from './notice.tsx'
import { type Change, useChange } from './use-change.ts'
import { useFarmDates } from './use-farm-dates.ts'

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
  /** Says what saving would do; Cancel then stands beside it. */
  effect?: ReactNode
  cancelLabel?: string
  /** Why nothing can be saved, in place of the effect. */
  wrong?: string | null
  footer?: (formId: string) => ReactNode
  children: ReactNode
  below?: ReactNode
}

export function FormDialog({
  isTouched = () => false,
  form,
  onSubmit,
  save,
  effect,
  cancelLabel = 'Cancel',
  wrong = null,
  footer = (formId) =>
    save && (
      <FormFoot
        formId={formId}
        save={save}
        effect={effect}
        cancelLabel={cancelLabel}
        wrong={wrong}
        onClose={dialog.onClose}
      />
    ),
  children,
  below,
  ...dialog
}: FormDialogProps) {
  const formId = useId()
  return (
    <DraftDialog {...dialog} isTouched={isTouched} footer={footer(formId)}>
      <Form id={formId} ref={form} onSubmit={onSubmit}>
        {children}
      </Form>
      {below}
    </DraftDialog>
  )
}

type DraftDialogProps = ComponentProps<typeof Dialog> & { isTouched: () => boolean }

/** Asks before typed text is lost by its close button, Back, another address or closing the tab. */
export function DraftDialog({ isTouched, onClose, children, ...dialog }: DraftDialogProps) {
  const { open } = dialog
  const addressed = use(AddressContext)
  const [go, setGo] = useState<(() => void) | null>(null)
  // Also called during render, where an effect event can't be.
  const latest = useRef(isTouched)
  useLayoutEffect(() => {
    latest.current = isTouched
  })
  const address = addressed?.address
  useEffect(() => {
    if (!open || address === undefined) return
    return guardForm({
      address,
      isTouched: () => latest.current(),
      confirm: (leave) => setGo(() => leave),
    })
  }, [open, address])
  useListener('beforeunload', (event) => isTouched() && event.preventDefault(), { isOn: open })
  return (
    <Dialog {...dialog} onClose={() => (isTouched() ? setGo(() => onClose) : onClose())}>
      <DraftNote />
      {children}
      <ConfirmDialog
        open={go !== null}
        onClose={() => setGo(null)}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={() => {
          addressed?.forget()
          setGo(null)
          go?.()
        }}
      >
        What you typed will be lost.
      </ConfirmDialog>
    </Dialog>
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

type FormFootProps = Pick<FormDialogProps, 'effect' | 'onClose'> & {
  formId: string
  save: SaveButtonProps
  cancelLabel: string
  wrong: string | null
}

function FormFoot({ formId, save, effect, cancelLabel, wrong, onClose }: FormFootProps) {
  const button = <SaveButton formId={formId} {...save} />
  if (effect === undefined) return button
  return (
    <>
      {wrong === null ? effect : <Failure className="mb-3">{wrong}</Failure>}
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button variant="quiet" size="lg" onClick={onClose}>
          {cancelLabel}
        </Button>
        {button}
      </div>
    </>
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

function DraftNote() {
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
