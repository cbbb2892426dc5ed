import { useSyncExternalStore } from 'react'
import { listenerSet } from './listeners.ts'

/** A value outside React, which components follow by `useShared`. */
export function sharedValue<Value>(first: Value) {
  const listeners = listenerSet()
  let value = first
  return {
    first,
    read: () => value,
    set(next: Value) {
      value = next
      listeners.notify()
    },
    subscribe: listeners.subscribe,
  }
}

type Shared<Value> = ReturnType<typeof sharedValue<Value>>

/** On the server and during hydration, the first value. */
export function useShared<Value>({ subscribe, read, first }: Shared<Value>): Value {
  return useSyncExternalStore(subscribe, read, () => first)
}
