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
  const section = currentTarget.closest('section')
  flushSync(onMore)
  section?.querySelectorAll<HTMLElement>('li > div > a')[shown]?.focus({ preventScroll: true })
}

/** Near: within so much below the screen, so that what comes is there before it is reached. */
const AHEAD = '0px 0px 800px'

/** A leap to another place on the page is over once nothing was scrolled for so long, in ms, or a hand scrolls. */
const REST = 1500

let leaptAt = Number.NEGATIVE_INFINITY

/** The Tab key was the last that moved somebody on; a field has the focus ring however one came to it. */
let isTabbing = false

/**
 * Calls back when the end of a list comes near from below. Not for whoever leaps past it to a section or the page's
 * end, and not for whoever walks by keyboard: both are on their way to what follows.
 */
function whenNearEnd(end: Element | null, onNear: () => void): () => void {
  if (!end || typeof IntersectionObserver !== 'function') return () => {}
  const look = ([seen]: IntersectionObserverEntry[]) => {
    const isNear = seen?.isIntersecting && seen.boundingClientRect.top > 0
    const walks = isTabbing || document.querySelector(':focus-visible:not(input)') !== null
    if (isNear && !isLeaping() && !walks) onNear()
  }
  const observer = new IntersectionObserver(look, { rootMargin: AHEAD })
  observer.observe(end)
  const stop = new AbortController()
  const options = { capture: true, passive: true, signal: stop.signal }
  for (const sign of ['click', 'keydown']) document.addEventListener(sign, noteLeap, options)
  document.addEventListener('scroll', prolongLeap, options)
  for (const sign of HANDS) document.addEventListener(sign, takeOver, options)
  return () => {
    observer.disconnect()
    stop.abort()
  }
}

const HANDS = ['wheel', 'touchmove', 'pointerdown']

function noteLeap(event: Event): void {
  const key = event instanceof KeyboardEvent ? event.key : ''
  if (key === 'Tab') isTabbing = true
  const isLink =
    event.type === 'click' && event.target instanceof Element && event.target.closest('a') !== null
  if (key === 'End' || isLink) leaptAt = performance.now()
}

const isLeaping = () => performance.now() - leaptAt < REST

function prolongLeap(): void {
  if (isLeaping()) leaptAt = performance.now()
}

/** A hand that scrolls or points is no longer where a leap or the Tab key led. */
function takeOver(): void {
  isTabbing = false
  leaptAt = Number.NEGATIVE_INFINITY
}
