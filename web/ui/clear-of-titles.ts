import { type RefObject, useLayoutEffect } from 'react'

/** Free room over a dialog that a toast fits in, in px. */
const ROOM = 96

/** What a toast takes of a screen, with what may stand above or below it, in px. */
const TOAST = { width: 416, height: 200 }

/** Where the style sheet's own place is free; at the other end, where the card that was pressed would lie under it. */
const AT_REST = { top: '', bottom: '' }
const BELOW_HEADER = { top: '4rem', bottom: 'auto' }
const ABOVE_CART = { top: 'auto', bottom: '4.5rem' }

/**
 * On a phone a toast stands at the top, and over a bar at the foot where there is one; where an open dialog's title and
 * close button would lie under it, below them.
 */
export function useClearOfTitles(viewport: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      const dialog = [...document.querySelectorAll('[role$=dialog]')].at(-1)
      if (dialog) grown.observe(dialog)
      if (viewport.current) Object.assign(viewport.current.style, placeOfToasts(dialog))
    }
    // Dialogs come and go as children of the page, and grow with what they load.
    const watch = new MutationObserver(place)
    const grown = new ResizeObserver(place)
    place()
    watch.observe(document.body, { childList: true })
    return () => {
      watch.disconnect()
      grown.disconnect()
    }
  })
}

function placeOfToasts(dialog: Element | undefined): { top: string; bottom: string } {
  const card = document.querySelector('main li:is(:hover, :focus-within)')?.getBoundingClientRect()
  if (!matchMedia('(width < 40rem)').matches) {
    const isUnder = card && card.bottom > innerHeight - TOAST.height && card.left < TOAST.width
    return isUnder && !dialog ? BELOW_HEADER : AT_REST
  }
  const bar = document.querySelector('[data-foot-bar]')
  if (!dialog && bar) return { top: 'auto', bottom: `${bar.clientHeight}px` }
  if (!dialog) return card && card.top < TOAST.height ? ABOVE_CART : AT_REST
  // Sheets rise from below: their final place follows from their height.
  const top = innerHeight - dialog.clientHeight
  const title = dialog.firstElementChild
  if (top >= ROOM || !title) return { top: '0px', bottom: '' }
  return { top: `${Math.max(top, 0) + title.clientHeight}px`, bottom: '' }
}
