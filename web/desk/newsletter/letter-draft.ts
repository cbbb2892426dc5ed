import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LetterText, letters } from '#contract/letters.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { query } from '#web/api/query.ts'

const STORED = 'farmstand:letter:1'

/** A letter that is being written; its key makes a second sending of it the same letter. */
export type LetterDraft = LetterText & { key: string }

/** The letter this browser has in hand: what was typed, kept over reloads, or one about the stall. */
export function useLetterDraft() {
  const [typed, setTyped] = useState(readDraft)
  const [key, setKey] = useState(newUuid)
  const fresh = useQuery({ ...query(letters.draft), staleTime: 0, enabled: typed === null })
  const store = (draft: LetterDraft | null) => {
    storeDraft(draft)
    setTyped(draft)
  }
  return {
    draft: typed ?? (fresh.data ? { ...fresh.data, key } : null),
    isTyped: typed !== null,
    fresh,
    store,
    startAnew: () => {
      store(null)
      setKey(newUuid())
      void fresh.refetch()
    },
  }
}

function readDraft(): LetterDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null
  }
}

/** Where nothing can be stored, the letter lives as long as the page. */
function storeDraft(draft: LetterDraft | null): void {
  try {
    if (draft) localStorage.setItem(STORED, JSON.stringify(draft))
    else localStorage.removeItem(STORED)
  } catch {}
}

function isDraft(draft: unknown): draft is LetterDraft {
  if (typeof draft !== 'object' || draft === null) return false
  const { key, subject, body } = draft as Record<string, unknown>
  return [key, subject, body].every((text) => typeof text === 'string')
}
