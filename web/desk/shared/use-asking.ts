import { useEffect, useRef, useState } from 'react'
import { currentHash, useHash } from '#web/ui/use-hash.ts'
import { openDialog } from './dialog-at.tsx'
import { isWithin, leaveTo, pathOf, withQuery } from './leaving.ts'

/** Whether a question at this address is asked, and opens or closes it; for one in which nothing is typed. `parent`: where closing it leads. */
export function useAsking(address: string, parent = address.replace(/\/[^/]*$/, '')) {
  const isHere = isWithin(address, useHash())
  // The browser's step back takes a moment.
  const [isLeft, setLeft] = useState(false)
  const isLeaving = useRef(false)
  if (!isHere && isLeft) setLeft(false)
  useEffect(() => {
    if (!isHere) isLeaving.current = false
  }, [isHere])
  const set = (isAsked: boolean) => {
    if (isAsked) return openDialog(address)
    if (isWithin(address, currentHash()) && !isLeaving.current) {
      isLeaving.current = true
      setLeft(true)
      leaveTo(withQuery(parent))
    }
  }
  return [isHere && !isLeft, set] as const
}

/** The same for a question about something that only this page knows: opened by its address alone it closes. */
export function useAskingAbout<About>(address: string) {
  const [about, setAbout] = useState<About | null>(null)
  const [isAsked, ask] = useAsking(address)
  const isEmpty = isAsked && about === null
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
    if (isEmpty) latest.current(false)
  })
  const set = (next: About | null) => {
    if (next !== null) setAbout(() => next)
    ask(next !== null)
  }
  return [isAsked ? about : null, set] as const
}

/** Which of several questions is asked, each at the address that ends with its name; null for none. */
export function useAskingWhich<Which extends string>(
  address: string,
  { names, parent }: { names: readonly Which[]; parent: string },
) {
  const path = useHashPath()
  const which = names.find((name) => isWithin(`${address}/${name}`, path)) ?? null
  const [isAsked, ask] = useAsking(`${address}/${which}`, parent)
  const set = (next: Which | null) =>
    next === null ? ask(false) : openDialog(`${address}/${next}`)
  return [isAsked ? which : null, set] as const
}

/** Where the desk is, without what its lists are narrowed to. */
export function useHashPath(): string {
  return pathOf(useHash())
}
