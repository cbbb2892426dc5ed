import { useSyncExternalStore } from 'react'
import { listenerSet } from './listeners.ts'

let sentence = ''
const listeners = listenerSet()

/** Politely, to screen readers; repeats are announced too. */
export function announce(text: string): void {
  sentence = text === sentence ? `${text}\u00a0` : text
  listeners.notify()
}

/** Put once on a page. An open dialog hides the page from screen readers, but not `aria-live`. */
export function Announcer() {
  const text = useSyncExternalStore(
    listeners.subscribe,
    () => sentence,
    () => '',
  )
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
