import type { ComponentProps } from 'react'
import { onApple } from '#contract/calendar/map-link.ts'
import { useHydrated } from './use-hydrated.ts'

const isApple = () => /iPhone|iPad|Macintosh/.test(navigator.userAgent)

/** Pages are the same for everyone, so only the browser knows whose maps to open. */
export function MapLink({
  href,
  ...link
}: Omit<ComponentProps<'a'>, 'children'> & { href: string }) {
  const isOurs = useHydrated() && isApple()
  return (
    <a href={isOurs ? onApple(href) : href} target="_blank" rel="noopener" {...link}>
      Map
    </a>
  )
}

/** The same in Visit us, which only the server shows. */
export function openOwnMaps(): void {
  if (!isApple()) return
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#contact a'))
    link.href = onApple(link.href)
}
