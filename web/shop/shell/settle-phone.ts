import { openOwnMaps } from '#web/ui/map-link.tsx'

/** What a phone's page needs after hydration, but not to be seen: its own maps, a menu in place. */
export function settlePhone(): void {
  openOwnMaps()
  document.addEventListener('beforetoggle', placeUnderHeader, { capture: true })
  // The row of categories is wider than the screen.
  const chip = document.querySelector<HTMLElement>('button + [aria-pressed=true]')
  chip?.parentElement?.scrollTo({ left: chip.offsetLeft - 16 })
}

/** With large text the header has two rows, and the sheet's close button is in the second. */
function placeUnderHeader({ target }: Event): void {
  if (!(target instanceof HTMLElement)) return
  const header = target.closest('header')
  if (header) target.style.top = `${header.getBoundingClientRect().bottom}px`
}
