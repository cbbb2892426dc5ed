import { useSyncExternalStore } from 'react'
import type { DeskProduct } from '#contract/products/products.ts'
import { listenerSet } from '#web/ui/listeners.ts'

let added: number | null = null
const listeners = listenerSet()

export function showAdded(id: number): void {
  added = id
  listeners.notify()
}

export function useAddedProduct(): number | null {
  return useSyncExternalStore(
    listeners.subscribe,
    () => added,
    () => null,
  )
}

export function firstOf(
  id: number | null,
  products: readonly DeskProduct[],
  listed: readonly DeskProduct[],
): readonly DeskProduct[] {
  const first = products.find((one) => one.id === id)
  return first ? [first, ...listed.filter((one) => one !== first)] : listed
}
