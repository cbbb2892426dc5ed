import { useEffect } from 'react'
import { useHash } from '#web/ui/use-hash.ts'

export function productAddress(id: number): string {
  return `/#product-${id}`
}

/** The product a hash speaks of, such as `#product-7`; null for every other hash. */
export function productIdIn(hash: string): number | null {
  const found = /^#product-([1-9]\d{0,9})$/.exec(hash)
  return found ? Number(found[1]) : null
}

/** The product the address bar speaks of, kept in step with links, typing and the back button; null on the server. */
export function useProductInAddress(): number | null {
  useEffect(noteVisits, [])
  return productIdIn(`#${useHash()}`)
}

/** Kept with an entry of the browser's history, so that a reload and the forward button know it too. */
export type VisitNote = { isOverStall: boolean }

function noteVisits(): () => void {
  const noteVisit = (isOverStall: boolean) => {
    if (history.state !== null || productIdIn(location.hash) === null) return
    history.replaceState({ isOverStall } satisfies VisitNote, '')
  }
  const onChange = ({ oldURL }: HashChangeEvent) =>
    noteVisit(productIdIn(new URL(oldURL).hash) === null)
  noteVisit(false)
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
