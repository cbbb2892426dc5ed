import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type LetterText, letters } from '#contract/mail/letters.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { query } from '#web/api/query.ts'
import { forgetDraft, readDraft, storeDraft } from '../shared/draft-store.ts'

const NAME = 'letter'

export type LetterDraft = LetterText & { key: string }

export function useLetterDraft() {
  const [typed, setTyped] = useState(readTyped)
  const [key, setKey] = useState(newUuid)
  const fresh = useQuery({ ...query(letters.draft), staleTime: 0, enabled: typed === null })
  const store = (draft: LetterDraft | null) => {
    storeTyped(draft)
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

function readTyped(): LetterDraft | null {
  const draft = readDraft(NAME, 'own', new Date())?.parts.letter
  return isDraft(draft) ? draft : null
}

function storeTyped(letter: LetterDraft | null): void {
  if (letter) storeDraft(NAME, 'own', { at: new Date().toISOString(), parts: { letter } })
  else forgetDraft(NAME, 'own')
}

function isDraft(draft: unknown): draft is LetterDraft {
  if (typeof draft !== 'object' || draft === null) return false
  const { key, subject, body } = draft as Record<string, unknown>
  return [key, subject, body].every((text) => typeof text === 'string')
}
