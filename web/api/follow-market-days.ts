import type { QueryClient } from '@tanstack/react-query'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { publicSettingValue } from '#contract/settings/public-settings.ts'
import { farmInstant } from '#contract/time/date-format.ts'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { marketDaysQuery, settingsQuery } from './shop-queries.ts'

const KEY = marketDaysQuery.queryKey

/** The wait in ms after a cutoff or the farm's midnight; each minute while its clock is behind. */
const PATIENCE = 2000
const TRUST = 10 * MINUTE

/** The longest delay a browser timer accepts, in ms. */
const MAX_TIMER = 2 ** 31 - 1

/** When the farm's day the list was read on ends; null if unknown or long past. */
function endOfDay({ today }: OrderingCalendar, client: QueryClient): string | null {
  const settings = client.getQueryData(settingsQuery.queryKey) ?? []
  const next = new Date(Date.parse(`${today}T00:00Z`) + DAY)
  if (Number.isNaN(next.getTime())) return null
  const day = next.toISOString().slice(0, 10)
  const end = farmInstant(`${day}T00:00`, publicSettingValue(settings, 'time_zone'))
  // On a device with a wrong clock, the day may have ended long ago.
  return end && Date.parse(end) > Date.now() - TRUST ? end : null
}

type Follower = { signal: AbortSignal; onRead?: (calendar: OrderingCalendar) => void }

/** Refetches after a cutoff, at the farm's midnight, when seen again. `onRead` gets each list. */
export function followMarketDays(client: QueryClient, { signal, onRead }: Follower): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let known: OrderingCalendar | null | undefined
  const wait = () => {
    clearTimeout(timer)
    const open = known?.days.filter(({ state }) => state === 'open') ?? []
    const midnight = known && endOfDay(known, client)
    const [end] = [...open.map(({ orderUntil }) => orderUntil), midnight ?? []].flat().sort()
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
