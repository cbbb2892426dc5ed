import type { QueryClient } from '@tanstack/react-query'
import { nextPickupText } from '#contract/calendar/day-text.ts'
import { followMarketDays } from '#web/api/follow-market-days.ts'
import { openOwnMaps } from '#web/ui/map-link.tsx'
import { NEXT_PICKUP } from './next-pickup-id.ts'

type PickupNote = { timeZone: string; signal: AbortSignal }

/** Keeps the next pickup's line true, and gives Visit us the device's own maps: no React there. */
export function followNextPickup(client: QueryClient, { timeZone, signal }: PickupNote): void {
  openOwnMaps('contact')
  const place = document.getElementById(NEXT_PICKUP)
  if (!place) return
  followMarketDays(client, {
    signal,
    onRead: (calendar) => {
      const text = nextPickupText(calendar, timeZone)
      place.hidden = !text
      for (const part of ['whole', 'brief'] as const)
        place.querySelector(`[data-words=${part}]`)?.replaceChildren(text?.[part] ?? '')
    },
  })
}
