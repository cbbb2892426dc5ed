import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from './browser-storage.ts'
import { listenerSet } from './listeners.ts'

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
const NONE: readonly Toast[] = []

let toasts: readonly Toast[] = NONE
let lastId = 0
const listeners = listenerSet()

export function toast(text: ToastText): void {
  lastId += 1
  change([{ ...text, id: lastId, open: true }, ...toasts].slice(0, TOAST_LIMIT))
}

export function dismissToast(id: number): void {
  if (!toasts.some((one) => one.id === id && one.open)) return
  change(toasts.map((one) => (one.id === id ? { ...one, open: false } : one)))
  setTimeout(() => change(toasts.filter((one) => one.id !== id)), TOAST_REMOVE_DELAY)
}

/** Keeps a toast for the next full page load; false, and lost, when the browser refuses storage. */
export function carryToast(text: ToastText): boolean {
  return writeStorage('sessionStorage', CARRIED, text)
}

/** Keeps the toast for the next page load, so it survives a redirect; one already carried wins. */
export function carryOpenToast(): void {
  const open = toasts.find((one) => one.open)
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
  return toasts
}

/** None on the server and during hydration. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(listeners.subscribe, readToasts, () => NONE)
}

function change(next: readonly Toast[]): void {
  toasts = next
  listeners.notify()
}

const readCarried = () => readStorage<ToastText>('sessionStorage', CARRIED)
