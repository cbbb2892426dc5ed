import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { Button, buttonLook } from './button.tsx'
import { useFocusBack } from './dialog.tsx'

const PLACE =
  'dialog-sheet fixed inset-x-0 bottom-0 z-50 grid gap-5 rounded-t-3xl bg-card p-6 raised sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  onConfirm: () => void
  busy?: boolean
  isSafe?: boolean
  /** Gets the focus when the place it came from is gone. */
  focusElse?: RefObject<HTMLElement | null>
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  focusElse,
  ...answers
}: ConfirmDialogProps) {
  const focusBack = useFocusBack(() => focusElse?.current?.focus())
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil fixed inset-0 z-50 bg-veil" />
        <Radix.Content className={PLACE} {...focusBack}>
          <Radix.Title className="font-serif text-2xl text-balance">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="text-soil-soft">{children}</div>
          </Radix.Description>
          <Answers {...answers} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type AnswersProps = Pick<
  ConfirmDialogProps,
  'confirmLabel' | 'cancelLabel' | 'onConfirm' | 'busy' | 'isSafe'
>

function Answers(props: AnswersProps) {
  const { confirmLabel, cancelLabel = 'Cancel', onConfirm, busy = false, isSafe = false } = props
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Radix.Cancel className={buttonLook({ variant: 'quiet' })}>{cancelLabel}</Radix.Cancel>
      <Button variant={isSafe ? 'primary' : 'danger'} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </div>
  )
}
