import { useQuery } from '@tanstack/react-query'
import { publicSettingValue } from '#contract/settings/public-settings.ts'
import { settings } from '#contract/settings/settings.ts'
import { type FarmDates, farmDates } from '#contract/time/date-format.ts'
import { query } from '#web/api/call.ts'

const settingsQuery = query(settings.list)

export function useFarmTimeZone(): string {
  const { data = [] } = useQuery(settingsQuery)
  return publicSettingValue(data, 'time_zone')
}

/** By the farm's clock; in the built-in time zone until the settings load. */
export function useFarmDates(): FarmDates {
  return farmDates(useFarmTimeZone())
}
