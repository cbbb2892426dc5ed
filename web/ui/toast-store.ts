import { readStorage, writeStorage } from './browser-storage.ts'
import { sharedValue, useShared } from './shared-value.ts'

/** Specification, section 9. */
export const TOAST_LIMIT = 1

/** How long a toast stays, in ms. */
export const TOAST_DURATION = 5000

/** A dismissed toast is forgotten after this, in ms. */
export const TOAST_REMOVE_DELAY = 1_000_000

export type ToastText = {
  title: string
  description?: string
  variant?: 'default' | 'destructive' | 'success'
  link?: { href: string; label: string }
  /** What can be done about it, such as undo; lost on a page load. */
  action?: { label: string; run: () => void }
}

export type Toast = ToastText & { id: number; open: boolean }

const CARRIED = 'farmstand:toast'

const toasts = sharedValue<readonly Toast[]>([])
let lastId = 0

export function toast(text: ToastText): void {
  lastId += 1
  toasts.set([{ ...text, id: lastId, open: true }, ...readToasts()].slice(0, TOAST_LIMIT))
}

export function dismissToast(id: number): void {
  if (!readToasts().some((one) => one.id === id && one.open)) return
  toasts.set(readToasts().map((one) => (one.id === id ? { ...one, open: false } : one)))
  setTimeout(() => toasts.set(readToasts().filter((one) => one.id !== id)), TOAST_REMOVE_DELAY)
}

/** Keeps a toast for the next full page load; false, and lost, when the browser refuses storage. */
export function carryToast(text: ToastText): boolean {
  return writeStorage('sessionStorage', CARRIED, text)
}

/** Keeps the toast for the next page load, so it survives a redirect; one already carried wins. */
export function carryOpenToast(): void {
  const open = readToasts().find((one) => one.open)
  if (!open || readCarried().title) return
  const { id: _, open: __, ...text } = open
  carryToast(text)
}

export function showCarriedToast(): void {
  const { title, ...more } = readCarried()
  if (!title) return
  writeStorage('sessionStorage', CARRIED, null)
  toast({ title, ...more })
}

export function readToasts(): readonly Toast[] {
  return toasts.read()
}

/** None on the server and during hydration. */
export function useToasts(): readonly Toast[] {
  return useShared(toasts)
}

const readCarried = () => readStorage<ToastText>('sessionStorage', CARRIED)
