import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Boundary } from './boundary.tsx'
import { buttonLook } from './button.tsx'
import { classNames } from './class-names.ts'

const SHEET =
  'dialog-sheet inset-x-0 bottom-0 max-h-[92dvh] rounded-t-3xl sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[86dvh] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-3xl'

const SHAPES = {
  middle: `${SHEET} sm:w-[min(36rem,calc(100vw-2rem))]`,
  wide: `${SHEET} sm:w-[min(54rem,calc(100vw-2rem))]`,
  right: 'dialog-drawer inset-y-0 right-0 w-full sm:w-[26.5rem]',
}

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  shape?: keyof typeof SHAPES
  /** Called when the dialog is gone and so is the place that had the focus. */
  onFocusLost?: () => void
  /** Called on Esc before the dialog closes; may keep it open. */
  onEscape?: (event: KeyboardEvent) => void
  footer?: ReactNode
  children: ReactNode
}

/** Returns the focus to where it came from; when that is gone, `onLost` is called. */
export function useFocusBack(onLost: (() => void) | undefined) {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const place = before.current
      if (place instanceof HTMLElement && place.isConnected && place !== document.body)
        place.focus()
      else onLost?.()
    },
  }
}

/** Focus stays inside. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  shape = 'middle',
  onFocusLost,
  onEscape,
  footer,
  children,
}: DialogProps) {
  const focusBack = useFocusBack(onFocusLost)
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil fixed inset-0 z-50 bg-veil" />
        <Radix.Content
          {...focusBack}
          {...(onEscape && { onEscapeKeyDown: onEscape })}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed z-50 flex flex-col bg-card raised @container overflow-y-auto',
            SHAPES[shape],
          )}
        >
          <div className="flex items-center justify-between gap-4 border-b border-straw bg-card py-3 pr-3 pl-6 sticky top-0 z-2">
            <Radix.Title className="font-serif text-2xl">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className={buttonLook({ variant: 'plain', size: 'icon' })}
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          <div className="grow overflow-y-auto overscroll-contain px-6 py-5 short:overflow-visible @max-[17rem]:overflow-visible">
            <Boundary part="dialog">
              {description && (
                <Radix.Description className="mb-4 text-bark-deep">{description}</Radix.Description>
              )}
              {children}
            </Boundary>
          </div>
          {footer && <div className="border-t border-straw px-6 py-4">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
