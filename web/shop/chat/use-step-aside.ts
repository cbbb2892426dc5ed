import { useEffect, useState } from 'react'

/** So far a page is scrolled before it counts, in CSS px. */
const A_BIT = 12

/** On a phone the button would cover what is read: whether it should step aside, as the page is scrolled down and not back up. */
export function useStepAside(isWatching: boolean): boolean {
  const [isAside, setAside] = useState(false)
  useEffect(() => {
    if (!isWatching) return setAside(false)
    let last = window.scrollY
    const look = () => {
      const moved = window.scrollY - last
      if (Math.abs(moved) < A_BIT) return
      last = window.scrollY
      setAside(moved > 0)
    }
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [isWatching])
  return isAside
}
