import type { OrderingCalendar } from '#contract/market-days.ts'
import type { QueryClient } from './query-client.ts'
import { marketDaysQuery } from './shop-queries.ts'

const KEY = marketDaysQuery.queryKey

/** How long after an end of ordering to ask again, in ms; a minute later once more, if the shop's clock is behind. */
const PATIENCE = 2000
const MINUTE = 60_000

/** The longest wait that a browser's timer knows, in ms. */
const MAX_TIMER = 2 ** 31 - 1

type Follower = { signal: AbortSignal; onRead?: (calendar: OrderingCalendar) => void }

/**
 * Asks for the market days again when an end of ordering has passed or the page is seen again. `onRead` hears what
 * there is at first, and whatever is read later, by whomever.
 */
export function followMarketDays(client: QueryClient, { signal, onRead }: Follower): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: OrderingCalendar | null | undefined
  const wait = () => {
    clearTimeout(timer)
    const open = known?.days.filter(({ state }) => state === 'open') ?? []
    const [end] = open.map(({ orderUntil }) => orderUntil).sort()
    if (!end || signal.aborted) return
    const left = Date.parse(end) - Date.now() + PATIENCE
    timer = setTimeout(readAgain, left > 0 ? Math.min(left, MAX_TIMER) : MINUTE)
  }
  const take = () => {
    const calendar = client.getQueryData(KEY)
    if (!calendar || calendar === known) return
    known = calendar
    onRead?.(calendar)
    wait()
  }
  const readAgain = () => client.refetchQueries({ queryKey: KEY }).then(wait)
  const onSeen = () => {
    if (document.visibilityState === 'visible') void readAgain()
  }
  document.addEventListener('visibilitychange', onSeen, { signal })
  const stop = client.getQueryCache().subscribe(take)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    stop()
  })
  take()
}
