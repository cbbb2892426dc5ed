import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/button.tsx'

export type ShowMoreProps = { shown: number; all: number; onMore: () => void }

export function ShowMore({ shown, all, onMore }: ShowMoreProps) {
  return (
    <Button
      ref={(end) => whenNearEnd(end, onMore)}
      data-more
      variant="quiet"
      size="lg"
      onClick={(event) => showAndGoThere(event, shown, onMore)}
    >
      Show more ({shown} of {all.toLocaleString('en-US')})
    </Button>
  )
}

/** The Tab key goes on with the first of the new products, not behind the last. */
function showAndGoThere(
  { currentTarget }: MouseEvent<HTMLElement>,
  shown: number,
  onMore: () => void,
): void {
  const stall = currentTarget.closest('section')
  flushSync(onMore)
  stall?.querySelectorAll<HTMLElement>('li > div > a')[shown]?.focus({ preventScroll: true })
}

/** Near: within so much below the screen, so that what comes is there before it is reached. */
const AHEAD = '0px 0px 800px'

/** So long after a leap to another place on the page nothing is added on its way, in ms. */
const LEAP = 1500

let leaptAt = Number.NEGATIVE_INFINITY

/**
 * Calls back when the end of a list comes near from below. Not for whoever leaps past it to a section or the page's end,
 * and not for whoever walks by keyboard: both are on their way to what follows.
 */
function whenNearEnd(end: Element | null, onNear: () => void): () => void {
  if (!end || typeof IntersectionObserver !== 'function') return () => {}
  const look = ([seen]: IntersectionObserverEntry[]) => {
    const isNear = seen?.isIntersecting && seen.boundingClientRect.top > 0
    const isLeaping = performance.now() - leaptAt < LEAP
    const walksByKeyboard = document.querySelector(':focus-visible:not(input)')
    if (isNear && !isLeaping && !walksByKeyboard) onNear()
  }
  const observer = new IntersectionObserver(look, { rootMargin: AHEAD })
  observer.observe(end)
  document.addEventListener('click', noteLeap, true)
  document.addEventListener('keydown', noteLeap, true)
  return () => {
    observer.disconnect()
    document.removeEventListener('click', noteLeap, true)
    document.removeEventListener('keydown', noteLeap, true)
  }
}

function noteLeap(event: Event): void {
  const isEndKey = event instanceof KeyboardEvent && event.key === 'End'
  const isLink =
    event.type === 'click' && event.target instanceof Element && event.target.closest('a') !== null
  if (isEndKey || isLink) leaptAt = performance.now()
}
