import { useQuery } from '@tanstack/react-query'
import type { DeskDay } from '#contract/calendar-days.ts'
import { farmInstant } from '#contract/date-format.ts'
import { settingValue } from '#contract/setting-table.ts'
import { settings } from '#contract/settings.ts'
import { formatWallTime } from '#contract/wall-time.ts'
import { query } from '#web/api/query.ts'
import { Notice } from '../shared/notice.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

/** Of a day with orders that was left behind when the farm changed its time zone. */
export function OtherClockNote({ day }: { day: DeskDay }) {
  const { data: stored } = useQuery(query(settings.list))
  const { formatTime } = useFarmDates()
  if (!stored) return null
  const timeZone = settingValue(stored, 'time_zone')
  if (farmInstant(`${day.day}T${day.opens}`, timeZone) === day.opensAt) return null
  return (
    <Notice tone="warning">
      This day goes by your former time zone, since people had ordered for it: it opens at{' '}
      {formatTime(day.opensAt).replace(':00', '')} by your clock now. To open at{' '}
      {formatWallTime(day.opens)} by your clock, choose “Change this day” and save it.
    </Notice>
  )
}
