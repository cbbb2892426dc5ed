import { type FarmDates, farmDates } from '#contract/time/date-format.ts'
import { useSetting } from './use-setting.ts'

export function useFarmTimeZone(): string {
  return useSetting('time_zone')
}

/** By the farm's clock; in the built-in time zone until the settings load. */
export function useFarmDates(): FarmDates {
  return farmDates(useFarmTimeZone())
}
