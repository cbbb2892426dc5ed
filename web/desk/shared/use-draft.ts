import { createContext, use, useEffect, useState } from 'react'
import { forgetDraft, type Holds, readDraft, type StoredDraft, storeDraft } from './draft-store.ts'

type DraftBook = {
  found: StoredDraft | null
  store: (part: string, first: unknown, value: unknown) => void
  forget: () => void
}

export function openDraft(name: string, holds: Holds): DraftBook {
  const found = readDraft(name, holds, new Date())
  const firsts: Record<string, string> = {}
  const parts: Record<string, unknown> = {}
  let isForgotten = false
  const isTyped = () => Object.keys(parts).some((part) => firsts[part] !== asText(parts[part]))
  return {
    found,
    store: (part, first, value) => {
      firsts[part] ??= asText(first)
      parts[part] = value
      if (isForgotten) return
      if (isTyped()) storeDraft(name, holds, { at: ageOf(found, parts), parts })
      else forgetDraft(name, holds)
    },
    forget: () => {
      isForgotten = true
      forgetDraft(name, holds)
    },
  }
}

function ageOf(found: StoredDraft | null, parts: StoredDraft['parts']): string {
  const isOld =
    found && Object.keys(parts).every((part) => asText(parts[part]) === asText(found.parts[part]))
  return isOld ? found.at : new Date().toISOString()
}

export const DraftContext = createContext<DraftBook | null>(null)

/** Form state that survives a reload; `part` names it within its form. */
export function useDraft<Value>(part: string, first: Value | (() => Value), own?: DraftBook) {
  const around = use(DraftContext)
  const book = own ?? around
  const [start] = useState(first)
  const [value, setValue] = useState(() => {
    const found = book?.found?.parts[part]
    return isLike(start, found) ? found : start
  })
  useEffect(() => book?.store(part, start, value), [book, part, start, value])
  return [value, setValue] as const
}

export function useDraftBook(name: string, holds: Holds): DraftBook {
  const [book] = useState(() => openDraft(name, holds))
  return book
}

/** A draft from another release may not fit this form. */
function isLike<Value>(first: Value, found: unknown): found is Value {
  if (found === undefined) return false
  if (first === null || found === null) return true
  if (Array.isArray(first) || Array.isArray(found))
    return Array.isArray(first) && Array.isArray(found)
  if (typeof first !== 'object' || typeof found !== 'object') return typeof first === typeof found
  return Object.keys(first).every((name) => name in found)
}

function asText(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
