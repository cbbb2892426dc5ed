import { useSyncExternalStore } from 'react'

/** How much of the page is in sight, in px; the keyboard on a screen takes its part of it. */
export function useVisibleHeight(): number {
  return useSyncExternalStore(subscribe, () => Math.round(window.visualViewport?.height ?? window.innerHeight))
}

function subscribe(listener: () => void): () => void {
  const seen: EventTarget = window.visualViewport ?? window
  seen.addEventListener('resize', listener)
  return () => seen.removeEventListener('resize', listener)
}
