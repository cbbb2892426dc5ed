import { useQuery } from '@tanstack/react-query'
import { settingValue } from '#contract/setting-table.ts'
import { settings } from '#contract/settings.ts'
import { parseWaysToPay, type WayToPay } from '#contract/tenders.ts'
import { query } from '#web/api/query.ts'

export function useWaysToPay(): readonly WayToPay[] {
  const { data: stored = [] } = useQuery(query(settings.list))
  return parseWaysToPay(settingValue(stored, 'ways_to_pay'))
}
