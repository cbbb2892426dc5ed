import { useSyncExternalStore } from 'react'

/** The hash to use while the address already shows another; null when the address is right. */
type Holder = () => string | null

let holder: Holder = () => null

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

/** Adds no history entry: Back skips it. */
export function replaceHash(hash: string): void {
  changeAddress('replaceState', `#${hash}`)
}

export function dropHash(): void {
  changeAddress('replaceState', location.pathname + location.search)
}

function changeAddress(by: 'pushState' | 'replaceState', address: string): void {
  const oldURL = location.href
  history[by](by === 'pushState' ? null : history.state, '', address)
  // Browsers fire no event for pushState or replaceState.
  window.dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL: location.href }))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
