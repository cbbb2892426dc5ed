import { type RefObject, useLayoutEffect } from 'react'

/** Free room over a dialog that a toast fits in, in px. */
const ROOM = 96

/** Where the style sheet's own place is free. */
const AT_REST = { top: '', bottom: '' }

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
  if (!matchMedia('(width < 40rem)').matches) return AT_REST
  if (!dialog) return aboveFootBar()
  // Sheets rise from below: their final place follows from their height.
  const top = innerHeight - dialog.clientHeight
  const title = dialog.firstElementChild
  if (top >= ROOM || !title) return { top: '0px', bottom: '' }
  return { top: `${Math.max(top, 0) + title.clientHeight}px`, bottom: '' }
}

function aboveFootBar(): { top: string; bottom: string } {
  const bar = document.querySelector('[data-foot-bar]')
  return bar ? { top: 'auto', bottom: `${bar.clientHeight}px` } : AT_REST
}
