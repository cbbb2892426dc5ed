import { type RefObject, useLayoutEffect } from 'react'

/** Free room over a dialog that a toast fits in, in px. */
const ROOM = 96

/** On a phone a toast stands at the top, and over a bar at the foot where there is one; where an open dialog's title and close button would lie under it, below them. */
export function useClearOfTitles(viewport: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      if (viewport.current) Object.assign(viewport.current.style, placeOfToasts())
    }
    place()
    // Dialogs come and go as children of the page.
    const watch = new MutationObserver(place)
    watch.observe(document.body, { childList: true })
    return () => watch.disconnect()
  })
}

/** Empty where the style sheet's own place is free. */
function placeOfToasts(): { top: string; bottom: string } {
  if (!matchMedia('(width < 40rem)').matches) return { top: '', bottom: '' }
  const dialog = [...document.querySelectorAll('[role$=dialog]')].at(-1)
  if (!dialog) return aboveFootBar()
  // Sheets rise from below: where they come to stand is said by their height.
  const top = innerHeight - dialog.clientHeight
  const title = dialog.firstElementChild
  if (top >= ROOM || !title) return { top: '0px', bottom: '' }
  return { top: `${Math.max(top, 0) + title.clientHeight}px`, bottom: '' }
}

function aboveFootBar(): { top: string; bottom: string } {
  const bar = document.querySelector('[data-foot-bar]')
  return bar ? { top: 'auto', bottom: `${bar.clientHeight}px` } : { top: '', bottom: '' }
}
