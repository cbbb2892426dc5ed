import { nextPickupText } from '#contract/day-words.ts'
import { followMarketDays } from '#web/api/follow-market-days.ts'
import type { QueryClient } from '#web/api/query-client.ts'

type Saying = { place: HTMLElement; timeZone: string; signal: AbortSignal }

/** Says what is next in `place`, as often as the market days are read anew. */
export function formatNextPickup(client: QueryClient, { place, timeZone, signal }: Saying): void {
  followMarketDays(client, {
    signal,
    onRead: (calendar) => {
      const words = nextPickupText(calendar, timeZone)
      place.hidden = !words
      for (const length of ['whole', 'brief'] as const)
        place.querySelector(`[data-words=${length}]`)?.replaceChildren(words?.[length] ?? '')
    },
  })
}
