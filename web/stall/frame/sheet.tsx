import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'

type SheetProps = { title: string; onClose: () => void; children: ReactNode }

export function Sheet({ title, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const own = dialog.current
    own?.showModal()
    return () => own?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className="mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-xl overflow-y-auto rounded-t-3xl border border-straw bg-paper p-0 text-soil backdrop:bg-veil"
    >
      <div className="grid gap-4 px-4 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        <div className="flex items-center gap-2">
          <h2 id={id} className="grow text-2xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-11 cursor-pointer place-items-center rounded-full hover:bg-sprout"
          >
            <Icon name="close" className="size-6" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
