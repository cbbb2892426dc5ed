import { useEffect, useRef } from 'react'
import { type Cents, formatDollars } from '#contract/money/money.ts'
import { toast } from '#web/ui/toast-store.ts'

/** In ms. A click this soon after the shop changed the cart or day was meant for the old one. */
const TOO_SOON = 1000

/** Whether a value changed a moment ago, while the page was open. Turning null doesn't count. */
export function useJustChanged(value: number | string | null): () => boolean {
  const known = useRef(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (known.current !== value && value !== null) changedAt.current = performance.now()
    known.current = value
  }, [value])
  return () => performance.now() - changedAt.current < TOO_SOON
}

/** The charged total is always the one on the button. */
export function confirmAgain(total: Cents): void {
  toast({
    title: 'Your cart has changed',
    description: `The total is now ${formatDollars(total)}. You haven’t been charged. Press Pay again to accept it.`,
  })
}

/** The order's day is always the one on the screen. */
export function confirmDayAgain(news: string): void {
  toast({
    title: 'Your day has changed',
    description: `${news} You haven’t been charged. Press Pay again to accept it.`,
  })
}
