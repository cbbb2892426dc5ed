import { useEffect, useRef } from 'react'

/** Polling interval, in ms. */
const AGAIN = 5000

/** Does something again and again while it is on, one after the other, and at once when the connection is back. */
export function useRepeat(isOn: boolean, work: () => unknown): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!isOn) return
    let isBusy = false
    const repeat = async () => {
      if (isBusy) return
      isBusy = true
      await latest.current()
      isBusy = false
    }
    const timer = setInterval(repeat, AGAIN)
    window.addEventListener('online', repeat)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', repeat)
    }
  }, [isOn])
}
