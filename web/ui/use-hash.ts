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

/** Takes the hash out of the address, in place of the entry with it. */
export function dropHash(): void {
  const oldURL = location.href
  history.replaceState(null, '', location.pathname + location.search)
  // The browser tells nobody of a replaced entry.
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
