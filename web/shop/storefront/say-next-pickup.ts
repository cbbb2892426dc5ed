import type { QueryClient } from '@tanstack/react-query'
import { nextPickupSentence } from '#contract/day-words.ts'
import { followMarketDays } from '#web/api/follow-market-days.ts'

type Saying = { place: HTMLElement; timeZone: string; signal: AbortSignal }

/** Says what is next in `place`, as often as the market days are read anew. */
export function sayNextPickup(client: QueryClient, { place, timeZone, signal }: Saying): void {
  followMarketDays(client, {
    signal,
    onRead: (calendar) => {
      const sentence = nextPickupSentence(calendar, timeZone)
      place.hidden = !sentence
      place.firstElementChild?.replaceChildren(sentence ?? '')
    },
  })
}
