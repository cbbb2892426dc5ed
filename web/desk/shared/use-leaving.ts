import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AddressContext } from './dialog-at.tsx'
import { guardForm } from './leaving.ts'

type Leaving = { open: boolean; isTouched: () => boolean; onClose: () => void }

/** Asks before typed text is lost by its close button, Back, another address or closing the tab. */
export function useLeaving({ open, isTouched, onClose }: Leaving) {
  const addressed = use(AddressContext)
  const [go, setGo] = useState<(() => void) | null>(null)
  // Also called during render, where an effect event can't be.
  const latest = useRef(isTouched)
  useLayoutEffect(() => {
    latest.current = isTouched
  })
  const address = addressed?.address
  useEffect(() => {
    if (!open || address === undefined) return
    return guardForm({
      address,
      isTouched: () => latest.current(),
      confirm: (leave) => setGo(() => leave),
    })
  }, [open, address])
  useEffect(() => {
    if (!open) return
    const warn = (event: BeforeUnloadEvent) => latest.current() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [open])
  return {
    close: () => (isTouched() ? setGo(() => onClose) : onClose()),
    question: {
      open: go !== null,
      onClose: () => setGo(null),
      onLeave: () => {
        addressed?.forget()
        setGo(null)
        go?.()
      },
    },
  }
}
