import { useSyncExternalStore } from 'react'
import { askWith } from '#web/api/call.ts'

type Asked = { answer: Promise<boolean>; settle: (isSignedIn: boolean) => void }

let asked: Asked | null = null
const listeners = new Set<() => void>()

function set(next: Asked | null): void {
  asked = next
  for (const listener of listeners) listener()
}

/** One question for all calls that wait for a fresh sign-in. */
export function signInAgain(): Promise<boolean> {
  if (asked) return asked.answer
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const settle = (isSignedIn: boolean) => {
    set(null)
    resolve(isSignedIn)
  }
  set({ answer, settle })
  return answer
}

/** The question that waits for its answer; null when there is none. */
export function useAskedAgain(): Asked | null {
  return useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  askWith(signInAgain)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) askWith(async () => false)
  }
}
