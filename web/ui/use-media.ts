import { useSyncExternalStore } from 'react'

/** Below Tailwind's `md`. */
export const ON_PHONE = '(width < 48rem)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
