import { useSyncExternalStore } from 'react'

/** Says which hash stands while the address already shows another one; null where the address is right. */
type Holder = () => string | null

let holder: Holder = () => null

/** A question before leaving a form holds the hash meanwhile. */
export function holdHash(next: Holder): void {
  holder = next
}

export function currentHash(): string {
  return holder() ?? window.location.hash.slice(1)
}

export function useHash(): string {
  return useSyncExternalStore(subscribe, currentHash, () => '')
}

export function goToHash(hash: string): void {
  if (hash !== window.location.hash.slice(1)) changeAddress('pushState', `#${hash}`)
}

/** Goes to another hash without an entry in the history: the back button passes it by. */
export function replaceHash(hash: string): void {
  changeAddress('replaceState', `#${hash}`)
}

export function dropHash(): void {
  changeAddress('replaceState', location.pathname + location.search)
}

function changeAddress(by: 'pushState' | 'replaceState', address: string): void {
  const oldURL = location.href
  history[by](by === 'pushState' ? null : history.state, '', address)
  // Browsers fire no event for an entry made or replaced this way.
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
