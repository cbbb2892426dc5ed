import { useEffect } from 'react'
import { askWith } from '#web/api/call.ts'
import { sharedValue, useShared } from '#web/ui/shared-value.ts'

type Asked = { answer: Promise<boolean>; settle: (isSignedIn: boolean) => void }

const asked = sharedValue<Asked | null>(null)

/** One question for all calls that wait for a fresh sign-in. */
export function signInAgain(): Promise<boolean> {
  const pending = asked.read()
  if (pending) return pending.answer
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const settle = (isSignedIn: boolean) => {
    asked.set(null)
    resolve(isSignedIn)
  }
  asked.set({ answer, settle })
  return answer
}

/** The question that waits for its answer; null when there is none. For the desk's page alone. */
export function useAskedAgain(): Asked | null {
  useEffect(() => {
    askWith(signInAgain)
    return () => askWith(async () => false)
  }, [])
  return useShared(asked)
}
