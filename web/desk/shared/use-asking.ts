import { useEffect, useRef, useState } from 'react'
import { currentHash, useHash } from '#web/ui/use-hash.ts'
import { openDialog } from './dialog-at.tsx'
import { isWithin, leaveTo, pathOf, withQuery } from './leaving.ts'

/** Whether a question at this address is asked, and opens or closes it; for one in which nothing is typed. */
export function useAsking(address: string) {
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
      leaveTo(withQuery(address.replace(/\/[^/]*$/, '')))
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

/** Where the desk is, without what its lists are narrowed to. */
export function useHashPath(): string {
  return pathOf(useHash())
}
