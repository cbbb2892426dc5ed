import { useQuery } from '@tanstack/react-query'
import { calendar } from '#contract/calendar/calendar.ts'
import { calls } from '#contract/calendar/calls.ts'
import { marketDayChanges } from '#contract/calendar/market-day-changes.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { openDeliveryArea } from '#contract/calendar/us-states.ts'
import { packingDaysEndpoint } from '#contract/desk-endpoints.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { settings } from '#contract/settings/settings.ts'
import { today } from '#contract/today.ts'
import { query } from '#web/api/call.ts'
import { type Change, useChange } from '../shared/use-change.ts'

export const calendarQuery = query(calendar.show)

export const CONCERNED = [
  calendar.show,
  marketDays.list,
  marketDayChanges.listUnsettled,
  packingDaysEndpoint,
  today.show,
  calls.list,
]

export function useCalendarChange<Sent, Answer>(change: Omit<Change<Sent, Answer>, 'refreshes'>) {
  return useChange({ ...change, refreshes: CONCERNED })
}

/** Says where a delivery without ZIP codes goes. */
export function useOpenDelivery(): string {
  const { data } = useQuery(query(settings.list))
  const area = data && openDeliveryArea(settingValue(data, 'business_address'))
  return area ? `Buyers ${area} can order for delivery.` : ''
}
