import { dropHash } from '#web/ui/use-hash.ts'
import type { VisitNote } from './product-visit.ts'

/** Leaves the product's view: back to the stall it was opened from, or in its place when the visit began with it. */
export function leaveProduct(): void {
  const entry: VisitNote | null = history.state
  if (entry?.isOverStall) {
    // A second Escape before the browser has gone back must not go back again.
    history.replaceState({ isOverStall: false } satisfies VisitNote, '')
    history.back()
  } else {
    dropHash()
  }
}
