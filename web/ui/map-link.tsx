import type { ComponentProps } from 'react'
import { onApple } from '#contract/calendar/map-link.ts'
import { useHydrated } from './use-hydrated.ts'

/** Pages are the same for everyone, so only the browser knows whose maps to open. */
export function MapLink({
  href,
  ...link
}: Omit<ComponentProps<'a'>, 'children'> & { href: string }) {
  const isApple = useHydrated() && /iPhone|iPad|Macintosh/.test(navigator.userAgent)
  return (
    <a href={isApple ? onApple(href) : href} target="_blank" rel="noopener" {...link}>
      Map
    </a>
  )
}
