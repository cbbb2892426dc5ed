import { useQuery } from '@tanstack/react-query'
import { type FarmDates, farmDates } from '#contract/date-format.ts'
import { publicSettingValue } from '#contract/public-settings.ts'
import { settings } from '#contract/settings.ts'
import { query } from '#web/api/query.ts'

const settingsQuery = query(settings.list)

/** Formats instants by the farm's clock; by the built-in time zone until the settings are there. */
export function useFarmDates(): FarmDates {
  const { data = [] } = useQuery(settingsQuery)
  return farmDates(publicSettingValue(data, 'time_zone'))
}
