import { useQuery } from '@tanstack/react-query'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { publicSettingValue } from '#contract/settings/public-settings.ts'
import { marketDaysQuery, settingsQuery } from './shop-queries.ts'

/** Where and when to pick up (null until known), and the farm's time zone. Never suspends. */
export function useMarketDays(): { calendar: OrderingCalendar | null; timeZone: string } {
  const calendar = useQuery(marketDaysQuery).data ?? null
  const settings = useQuery(settingsQuery).data ?? []
  return { calendar, timeZone: publicSettingValue(settings, 'time_zone') }
}
