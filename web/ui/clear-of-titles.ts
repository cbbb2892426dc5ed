import { type RefObject, useLayoutEffect } from 'react'

/** Free room over a dialog that a toast fits in, in px. */
const ROOM = 96

/** On a phone a toast stands at the top; where an open dialog's title and close button would lie under it, below them. */
export function useClearOfTitles(viewport: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = () => {
      if (viewport.current) viewport.current.style.top = topBelowTitle()
    }
    place()
    // Dialogs come and go as children of the page.
    const watch = new MutationObserver(place)
    watch.observe(document.body, { childList: true })
    return () => watch.disconnect()
  })
}

/** Empty where the style sheet's own place is free. */
function topBelowTitle(): string {
  if (!matchMedia('(width < 40rem)').matches) return ''
  const dialog = [...document.querySelectorAll('[role$=dialog]')].at(-1)
  if (!dialog) return ''
  // Sheets rise from below: where they come to stand is said by their height.
  const top = innerHeight - dialog.clientHeight
  const title = dialog.firstElementChild
  if (top >= ROOM || !title) return '0px'
  return `${Math.max(top, 0) + title.clientHeight}px`
}
