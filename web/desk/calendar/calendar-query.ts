import { calendar } from '#contract/calendar.ts'
import { packingDaysEndpoint } from '#contract/desk-endpoints.ts'
import { marketDayChanges } from '#contract/market-day-changes.ts'
import { marketDays } from '#contract/market-days.ts'
import { query } from '#web/api/query.ts'
import { type Change, useChange } from '../shared/use-change.ts'

export const calendarQuery = query(calendar.show)

export const CONCERNED = [
  calendar.show,
  marketDays.list,
  marketDayChanges.listUnsettled,
  packingDaysEndpoint,
]

export function useCalendarChange<Sent, Answer>(change: Omit<Change<Sent, Answer>, 'refreshes'>) {
  return useChange({ ...change, refreshes: CONCERNED })
}
