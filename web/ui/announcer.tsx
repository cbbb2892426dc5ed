import { useSyncExternalStore } from 'react'

let sentence = ''
const listeners = new Set<() => void>()

/** Announces a sentence politely to screen readers; a repeated one too. */
export function announce(text: string): void {
  sentence = text === sentence ? `${text}\u00a0` : text
  for (const listener of listeners) listener()
}

/**
 * Where announcements are read from; once on a page. An open dialog
 * hides the page from screen readers, but not what says `aria-live`.
 */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => sentence,
    () => '',
  )
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
