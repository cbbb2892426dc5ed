import { CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { TextLink } from './text-link.tsx'
import { dismissToast, readToasts, TOAST_DURATION, type Toast, useToasts } from './toast-store.ts'

const VARIANTS = {
  default: 'border-straw bg-card text-soil',
  success: 'border-straw bg-card text-soil',
  destructive: 'border-beet bg-beet text-on-beet',
}

export function ToastList() {
  const toasts = useToasts()
  const viewport = useRef<HTMLOListElement>(null)
  const newest = toasts[0]?.id
  // The phone's menu is in the browser's top layer; a new toast reenters after it and so is on top.
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
      {toast.variant === 'success' && (
        <CircleCheck aria-hidden="true" className="mt-1.5 size-6 shrink-0 text-leaf" />
      )}
      <div className="grow py-1.5">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.description && <Radix.Description>{toast.description}</Radix.Description>}
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

/** A carried toast comes from browser storage, where others may have written. */
function isOwnPath(href: unknown): boolean {
  return typeof href === 'string' && /^\/\w/.test(href)
}

/** The room above a dialog that fits a toast, in px. */
const ROOM = 96

const TOAST = { width: 416, height: 200 }

const IS_PHONE = '(width < 40rem)'

/** AT_REST leaves it to the style sheet; the others serve if the pressed card would be covered. */
const AT_REST = { top: '', bottom: '' }
const BELOW_HEADER = { top: '4rem', bottom: 'auto' }
const ABOVE_CART = { top: 'auto', bottom: '4.5rem' }

/** A phone's toast goes below an open dialog's title and close button if it would cover them. */
function useClearOfTitles(viewport: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      const dialog = [...document.querySelectorAll(DIALOG)].at(-1)
      if (dialog) grown.observe(dialog)
      if (viewport.current) Object.assign(viewport.current.style, placeOfToasts(dialog))
    }
    // Dialogs come and go as children of the body, and grow as they load.
    const watch = new MutationObserver((changes) => {
      if (changes.some(opensDialog) && matchMedia(IS_PHONE).matches) dismissRead()
      place()
    })
    const grown = new ResizeObserver(place)
    place()
    watch.observe(document.body, { childList: true })
    return () => {
      watch.disconnect()
      grown.disconnect()
    }
  })
}

const DIALOG = '[role$=dialog]'

function opensDialog({ addedNodes }: MutationRecord): boolean {
  return [...addedNodes].some(
    (node) => node instanceof Element && (node.matches(DIALOG) || node.querySelector(DIALOG)),
  )
}

/** Whoever opens the next sheet has read what was done, and a toast would cover its first field. */
function dismissRead(): void {
  for (const { id, open, variant, action } of readToasts())
    if (open && variant !== 'destructive' && !action) dismissToast(id)
}

function placeOfToasts(dialog: Element | undefined): { top: string; bottom: string } {
  const card = document.querySelector('main li:is(:hover, :focus-within)')?.getBoundingClientRect()
  if (!matchMedia(IS_PHONE).matches) {
    const isUnder = card && card.bottom > innerHeight - TOAST.height && card.left < TOAST.width
    return isUnder && !dialog ? BELOW_HEADER : AT_REST
  }
  const bar = document.querySelector('[data-foot-bar]')
  if (!dialog && bar) return { top: 'auto', bottom: `${bar.clientHeight}px` }
  if (!dialog) return card && card.top < TOAST.height ? ABOVE_CART : AT_REST
  // Sheets rise from below, so their height gives their final place.
  const top = innerHeight - dialog.clientHeight
  const title = dialog.firstElementChild
  if (top >= ROOM || !title) return { top: '0px', bottom: '' }
  return { top: `${Math.max(top, 0) + title.clientHeight}px`, bottom: '' }
}
