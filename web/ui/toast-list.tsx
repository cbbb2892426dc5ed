import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useClearOfTitles } from './clear-of-titles.ts'
import { TextLink } from './text-link.tsx'
import {
  dismissToast,
  readNoToasts,
  readToasts,
  subscribeToToasts,
  TOAST_DURATION,
  type Toast,
} from './toast-store.ts'

const VARIANTS = {
  default: 'border-straw bg-card text-soil',
  destructive: 'border-beet bg-beet text-on-beet',
}

/** The toasts on the screen; F8 moves there, a swipe to the right sends one away. */
export function ToastList() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, readNoToasts)
  const viewport = useRef<HTMLOListElement>(null)
  const newest = toasts[0]?.id
  // The phone's menu is in the browser's top layer; a new toast goes there after it, and so lies over it.
  useEffect(() => {
    if (newest === undefined) return
    viewport.current?.hidePopover?.()
    viewport.current?.showPopover?.()
  }, [newest])
  useClearOfTitles(viewport)
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={50} duration={TOAST_DURATION}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport
        ref={viewport}
        popover="manual"
        hotkey={['F8']}
        className="fixed inset-x-0 top-16 z-60 m-0 flex w-full overflow-visible bg-transparent list-none flex-col gap-2 p-3 sm:top-auto sm:right-auto sm:bottom-0 sm:w-[26rem] sm:p-5"
      />
    </Radix.Provider>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
      className={classNames(
        'toast-card pointer-events-auto flex items-start gap-3 rounded-2xl border py-3 pr-2 pl-5 raised',
        VARIANTS[toast.variant ?? 'default'],
      )}
    >
      <div className="grow py-1.5">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="text-pretty">{toast.description}</Radix.Description>
        )}
        {toast.link && isOwnPath(toast.link.href) && (
          <Radix.Action altText={toast.link.label} asChild>
            <TextLink href={toast.link.href}>{toast.link.label}</TextLink>
          </Radix.Action>
        )}
      </div>
      {toast.action && typeof toast.action.run === 'function' && (
        <Radix.Action altText={toast.action.label} asChild>
          <Button variant="quiet" onClick={toast.action.run}>
            {toast.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Close"
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full"
      >
        <X aria-hidden="true" className="size-5" />
      </Radix.Close>
    </Radix.Root>
  )
}

/** What was carried over a page load stood in the browser's storage, where others may have written. */
function isOwnPath(href: unknown): boolean {
  return typeof href === 'string' && /^\/\w/.test(href)
}
