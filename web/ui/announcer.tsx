import { sharedValue, useShared } from './shared-value.ts'

const sentence = sharedValue('')

/** Politely, to screen readers; repeats are announced too. */
export function announce(text: string): void {
  sentence.set(text === sentence.read() ? `${text}\u00a0` : text)
}

/** Put once on a page. An open dialog hides the page from screen readers, but not `aria-live`. */
export function Announcer() {
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {useShared(sentence)}
    </div>
  )
}
