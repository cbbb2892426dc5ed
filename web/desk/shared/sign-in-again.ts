import { useEffect, useSyncExternalStore } from 'react'
import { askWith } from '#web/api/call.ts'
import { listenerSet } from '#web/ui/listeners.ts'

type Asked = { answer: Promise<boolean>; settle: (isSignedIn: boolean) => void }

let asked: Asked | null = null
const listeners = listenerSet()

function set(next: Asked | null): void {
  asked = next
  listeners.notify()
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

/** The question that waits for its answer; null when there is none. For the desk's page alone. */
export function useAskedAgain(): Asked | null {
  useEffect(() => {
    askWith(signInAgain)
    return () => askWith(async () => false)
  }, [])
  return useSyncExternalStore(
    listeners.subscribe,
    () => asked,
    () => null,
  )
}
