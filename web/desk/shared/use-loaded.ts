import { useState } from 'react'
import { type Meanwhile, meanwhileIn } from './change-of.ts'

/** What a form had loaded, what the refusal of its last save says was changed meanwhile, and `see`: takes that as loaded. */
export function useLoaded<Loaded extends object | null>(
  first: Loaded,
  failure: Error | null,
): { loaded: Loaded; meanwhile: Meanwhile; see: () => Loaded } {
  const [loaded, setLoaded] = useState(first)
  const meanwhile = meanwhileIn(failure)
  const see = () => {
    const seen = { ...loaded, ...Object.fromEntries(meanwhile) }
    setLoaded(seen)
    return seen
  }
  return { loaded, meanwhile, see }
}
