import { nextPickupText } from '#contract/day-text.ts'
import { followMarketDays } from '#web/api/follow-market-days.ts'
import type { QueryClient } from '#web/api/query-client.ts'

type PickupNote = { place: HTMLElement; timeZone: string; signal: AbortSignal }

/** Says what is next in `place`, as often as the market days are read anew. */
export function formatNextPickup(
  client: QueryClient,
  { place, timeZone, signal }: PickupNote,
): void {
  followMarketDays(client, {
    signal,
    onRead: (calendar) => {
      const text = nextPickupText(calendar, timeZone)
      place.hidden = !text
      for (const part of ['whole', 'brief', 'place'] as const)
        place.querySelector(`[data-words=${part}]`)?.replaceChildren(text?.[part] ?? '')
    },
  })
}
