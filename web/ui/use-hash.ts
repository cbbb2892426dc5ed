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

/** The same without an entry of its own: the back button passes it by. */
export function replaceHash(hash: string): void {
  replaceAddress(`${location.pathname}${location.search}#${hash}`)
}

/** Takes the hash out of the address, in place of the entry with it. */
export function dropHash(): void {
  replaceAddress(location.pathname + location.search)
}

function replaceAddress(address: string): void {
  const oldURL = location.href
  history.replaceState(null, '', address)
  // The browser tells nobody of a replaced entry.
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
