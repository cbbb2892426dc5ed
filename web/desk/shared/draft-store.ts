import { DAY } from '#contract/time/durations.ts'

// Unsaved text kept in the browser. Forms with customers' data keep it in this tab only, others
// until sign-out or for a week.

export type Holds = 'customers' | 'own'

/** `at`: when it was typed. */
export type StoredDraft = { at: string; parts: Record<string, unknown> }

const PREFIX = 'farmstand:draft:1:'
const SIGNED_OUT = 'farmstand:signed-out'
const WEEK = 7 * DAY

export function readDraft(name: string, holds: Holds, now: Date): StoredDraft | null {
  return quietly(() => {
    const stored: unknown = JSON.parse(storeOf(holds).getItem(PREFIX + name) ?? 'null')
    if (!isStored(stored)) return null
    const isTooOld = now.getTime() - Date.parse(stored.at) > WEEK
    if (!isTooOld && stored.at > (localStorage.getItem(SIGNED_OUT) ?? '')) return stored
    forgetDraft(name, holds)
    return null
  })
}

/** If nothing can be stored, a draft lasts as long as the page. */
export function storeDraft(name: string, holds: Holds, stored: StoredDraft): void {
  quietly(() => storeOf(holds).setItem(PREFIX + name, JSON.stringify(stored)))
}

export function forgetDraft(name: string, holds: Holds): void {
  quietly(() => storeOf(holds).removeItem(PREFIX + name))
}

export function forgetAllDrafts(now: Date): void {
  for (const store of ['localStorage', 'sessionStorage'] as const)
    quietly(() => {
      const names = Object.keys(window[store]).filter((name) => name.startsWith(PREFIX))
      for (const name of names) window[store].removeItem(name)
    })
  quietly(() => localStorage.setItem(SIGNED_OUT, now.toISOString()))
}

function storeOf(holds: Holds): Storage {
  return holds === 'customers' ? sessionStorage : localStorage
}

function isStored(stored: unknown): stored is StoredDraft {
  if (typeof stored !== 'object' || stored === null) return false
  const { at, parts } = stored as Partial<StoredDraft>
  return typeof at === 'string' && typeof parts === 'object' && parts !== null
}

function quietly<Result>(step: () => Result): Result | null {
  try {
    return step()
  } catch {
    return null
  }
}
