import type { QueryClient } from '@tanstack/react-query'
import { nextPickupText } from '#contract/calendar/day-text.ts'
import { publicSettingValue } from '#contract/settings/public-settings.ts'
import { followMarketDays } from '#web/api/follow-market-days.ts'
import { settingsQuery } from '#web/api/shop-queries.ts'
import { NEXT_PICKUP } from './next-pickup-id.ts'

/** Keeps the next pickup's line true while the page is open: no React there. */
export function followNextPickup(client: QueryClient): void {
  const place = document.getElementById(NEXT_PICKUP)
  if (!place) return
  const settings = client.getQueryData(settingsQuery.queryKey) ?? []
  const timeZone = publicSettingValue(settings, 'time_zone')
  const { signal } = new AbortController()
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
