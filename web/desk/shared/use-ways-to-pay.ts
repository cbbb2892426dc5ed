import { useQuery } from '@tanstack/react-query'
import { parseWaysToPay, type WayToPay } from '#contract/money/tenders.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { settings } from '#contract/settings/settings.ts'
import { query } from '#web/api/call.ts'

export function useWaysToPay(): readonly WayToPay[] {
  const { data: stored = [] } = useQuery(query(settings.list))
  return parseWaysToPay(settingValue(stored, 'ways_to_pay'))
}
