import { DAY } from '#contract/time/durations.ts'
import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'

// Unsaved text kept in the browser. Forms with customers' data keep it in this tab only, others
// until sign-out or for a week. If nothing can be stored, a draft lasts as long as the page.

export type Holds = keyof typeof STORES

/** `at`: when it was typed. */
export type StoredDraft = { at: string; parts: Record<string, unknown> }

const STORES = { customers: 'sessionStorage', own: 'localStorage' } as const
const PREFIX = 'farmstand:draft:1:'
const SIGNED_OUT = 'farmstand:signed-out'
const WEEK = 7 * DAY

export function readDraft(name: string, holds: Holds, now: Date): StoredDraft | null {
  const { at, parts } = readStorage<StoredDraft>(STORES[holds], PREFIX + name)
  if (!at || !parts) return null
  const { at: signedOutAt = '' } = readStorage<{ at: string }>('localStorage', SIGNED_OUT)
  if (now.getTime() - Date.parse(at) <= WEEK && at > signedOutAt) return { at, parts }
  forgetDraft(name, holds)
  return null
}

export function storeDraft(name: string, holds: Holds, stored: StoredDraft): void {
  writeStorage(STORES[holds], PREFIX + name, stored)
}

export function forgetDraft(name: string, holds: Holds): void {
  writeStorage(STORES[holds], PREFIX + name, null)
}

export function forgetAllDrafts(now: Date): void {
  for (const store of Object.values(STORES))
    for (const name of namesIn(store)) if (name.startsWith(PREFIX)) writeStorage(store, name, null)
  writeStorage('localStorage', SIGNED_OUT, { at: now.toISOString() })
}

function namesIn(store: (typeof STORES)[Holds]): string[] {
  try {
    return Object.keys(window[store])
  } catch {
    return []
  }
}
