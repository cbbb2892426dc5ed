import { useQuery } from '@tanstack/react-query'
import { type FarmDates, farmDates } from '#contract/date-format.ts'
import { publicSettingValue } from '#contract/public-settings.ts'
import { settings } from '#contract/settings.ts'
import { query } from '#web/api/query.ts'

const settingsQuery = query(settings.list)

export function useFarmTimeZone(): string {
  const { data = [] } = useQuery(settingsQuery)
  return publicSettingValue(data, 'time_zone')
}

/** Formats instants by the farm's clock; by the built-in time zone until the settings are there. */
export function useFarmDates(): FarmDates {
  return farmDates(useFarmTimeZone())
}
