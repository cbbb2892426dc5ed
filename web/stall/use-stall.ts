import { useRef } from 'react'
import { newUuid } from '#web/api/new-uuid.ts'
import { useShared } from '#web/ui/shared-value.ts'
import { stall } from './hub.ts'
import { type NewCommand, note, storeDraft } from './note.ts'
import type { StallState } from './stall-state.ts'

export function useStall(): StallState {
  return useShared(stall)
}

export function useIsFarmer(): boolean {
  return useStall().phone?.grant?.person.role === 'farmer'
}

/**
 * Notes what happened with one tap: `const give = useNote()`, `give({ kind: 'give', … })`. Two
 * quick taps are one command; the next tap after it was saved is another.
 */
export function useNote(): (command: NewCommand) => Promise<boolean> {
  const id = useRef(newUuid())
  return async (command) => {
    const own = id.current
    const isSaved = await note(command, { id: own })
    if (isSaved && id.current === own) id.current = newUuid()
    return isSaved
  }
}

/**
 * What is being picked or typed under a key, kept across reloads: the value, a setter, and a
 * function that makes it a command and ends the draft.
 */
export function useStallDraft<Value>(key: string, first: Value) {
  const { drafts } = useStall()
  const draft = drafts.find((one) => one.key === key)
  const value = (draft?.value as Value | undefined) ?? first
  const change = (next: Value) => void storeDraft(key, next)
  const send = (command: NewCommand) =>
    note(command, { id: draft?.id ?? storeDraft(key, value), draft: key })
  return [value, change, send] as const
}
