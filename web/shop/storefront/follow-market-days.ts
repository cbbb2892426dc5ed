import type { QueryClient } from '@tanstack/react-query'
import { nextPickupSentence, openPickupDays } from '#contract/day-words.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'

const KEY = marketDaysQuery.queryKey

/** So long after an end of ordering the shop is asked again, in ms; once more a minute later where its clock is behind this one's. */
const PATIENCE = 2000
const MINUTE = 60_000

/** The longest wait that a browser's timer knows, in ms. */
const MAX_TIMER = 2 ** 31 - 1

type Follower = { place: HTMLElement; timeZone: string; signal: AbortSignal }

/** Asks for the market days again when an end of ordering has passed or the page is seen again, and says what is next in `place`. */
export function followMarketDays(client: QueryClient, { place, timeZone, signal }: Follower): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const calendar = client.getQueryData(KEY)
    const [end] = (calendar ? openPickupDays(calendar) : []).map(({ orderUntil }) => orderUntil)
    if (!end || signal.aborted) return
    const left = Date.parse(end) - Date.now() + PATIENCE
    timer = setTimeout(readAgain, left > 0 ? Math.min(left, MAX_TIMER) : MINUTE)
  }
  const readAgain = async () => {
    await client.refetchQueries({ queryKey: KEY })
    const calendar = client.getQueryData(KEY)
    if (!calendar || signal.aborted) return
    const sentence = nextPickupSentence(calendar, timeZone)
    place.hidden = !sentence
    place.firstElementChild?.replaceChildren(sentence ?? '')
    wait()
  }
  const onSeen = () => {
    if (document.visibilityState === 'visible') void readAgain()
  }
  document.addEventListener('visibilitychange', onSeen, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  wait()
}
