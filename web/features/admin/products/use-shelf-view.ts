import { useSyncExternalStore } from 'react'
import { NO_VIEW, readView, type ShelfView } from './arrange-products.ts'

const listeners = new Set<() => void>()

/** What of the products is shown and in which order; it stands in the address, so that it survives a reload and another tab of the desk. */
export function useShelfView(): [ShelfView, (change: Partial<ShelfView>) => void] {
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => '',
  )
  const view = readView(new URLSearchParams(search))
  return [view, (change) => showInAddress({ ...view, ...change })]
}

function showInAddress({ order, ...choices }: ShelfView): void {
  const named = { ...choices, order: order === NO_VIEW.order ? '' : order }
  const given = Object.entries(named).filter(([, value]) => value !== '')
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  history.replaceState(history.state, '', window.location.pathname + search + window.location.hash)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}
