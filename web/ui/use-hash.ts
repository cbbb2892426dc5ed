import { useSyncExternalStore } from 'react'

export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => '',
  )
}

export function goToHash(hash: string): void {
  window.location.hash = hash
}

/** Goes to another hash without an entry in the history: the back button passes it by. */
export function replaceHash(hash: string): void {
  replaceAddress(`${location.pathname}${location.search}#${hash}`)
}

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
