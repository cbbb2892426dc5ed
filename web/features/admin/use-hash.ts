import { useSyncExternalStore } from 'react'

/** The address after `#`, kept in step with links, typing and the back button; empty on the server. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  )
}

/** Goes to another address after `#`; the back button leads back. */
export function goToHash(hash: string): void {
  window.location.hash = hash
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
