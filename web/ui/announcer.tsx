import { useSyncExternalStore } from 'react'
import { listenerSet } from './listeners.ts'

let sentence = ''
const listeners = listenerSet()

/** Politely, to screen readers; repeats are announced too. */
export function announce(text: string): void {
  sentence = text === sentence ? `${text}\u00a0` : text
  listeners.notify()
}

/** Once on a page. An open dialog hides the page from readers, but not an `aria-live` element. */
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
