import { useEffect, useRef, useState } from 'react'
import { currentHash, useHash } from '#web/ui/use-hash.ts'
import { openDialog } from './dialog-at.tsx'
import { isWithin, leaveTo, pathOf, withQuery } from './leaving.ts'

/** Opens and closes a question in which nothing is typed. `parent`: where closing it leads. */
export function useQuestion(address: string, parent = address.replace(/\/[^/]*$/, '')) {
  const isHere = isWithin(address, useHash())
  const [isLeft, setLeft] = useState(false)
  const isLeaving = useRef(false)
  if (!isHere && isLeft) setLeft(false)
  useEffect(() => {
    if (!isHere) isLeaving.current = false
  }, [isHere])
  const set = (isOpen: boolean) => {
    if (isOpen) return openDialog(address)
    if (isWithin(address, currentHash()) && !isLeaving.current) {
      isLeaving.current = true
      setLeft(true)
      leaveTo(withQuery(parent))
    }
  }
  return [isHere && !isLeft, set] as const
}

/** For a question about something only this page knows: opened by its address alone, it closes. */
export function useQuestionAbout<About>(address: string) {
  const [about, setAbout] = useState<About | null>(null)
  const [isOpen, open] = useQuestion(address)
  const isEmpty = isOpen && about === null
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
    if (isEmpty) latest.current(false)
  })
  const set = (next: About | null) => {
    if (next !== null) setAbout(() => next)
    open(next !== null)
  }
  return [isOpen ? about : null, set] as const
}

export function useQuestionOf<Which extends string>(
  address: string,
  { names, parent }: { names: readonly Which[]; parent: string },
) {
  const path = useHashPath()
  const which = names.find((name) => isWithin(`${address}/${name}`, path)) ?? null
  const [isOpen, open] = useQuestion(`${address}/${which}`, parent)
  const set = (next: Which | null) =>
    next === null ? open(false) : openDialog(`${address}/${next}`)
  return [isOpen ? which : null, set] as const
}

export function useHashPath(): string {
  return pathOf(useHash())
}
