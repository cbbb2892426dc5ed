import { useQuery } from '@tanstack/react-query'
import { parseWaysToPay, type WayToPay } from '#contract/money/tenders.ts'
import { type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import { settings } from '#contract/settings/settings.ts'
import { query } from '#web/api/call.ts'

/** Its built-in value until the settings load. */
export function useSetting(key: SettingKey): string {
  const { data = [] } = useQuery(query(settings.list))
  return settingValue(data, key)
}

export function useWaysToPay(): readonly WayToPay[] {
  return parseWaysToPay(useSetting('ways_to_pay'))
}
