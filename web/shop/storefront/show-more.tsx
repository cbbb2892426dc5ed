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

/** Tab continues at the first new product, not after the last. */
function showAndGoThere(
  { currentTarget }: MouseEvent<HTMLElement>,
  shown: number,
  onMore: () => void,
): void {
  const section = currentTarget.closest('section')
  flushSync(onMore)
  section?.querySelectorAll<HTMLElement>('li > div > a')[shown]?.focus({ preventScroll: true })
}

/** How far below the screen counts as near, so that what comes is there before it is reached. */
const AHEAD = '0px 0px 800px'

/** In ms. A jump is over after this long without scrolling, or when a hand scrolls. */
const REST = 1500

let leaptAt = Number.NEGATIVE_INFINITY

/** Whether Tab moved the focus last. A field shows its focus ring either way. */
let isTabbing = false

/** Calls back near the end of a list, but not for someone jumping past it or moving by keyboard. */
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

function takeOver(): void {
  isTabbing = false
  leaptAt = Number.NEGATIVE_INFINITY
}
