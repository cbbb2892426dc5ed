import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { type SettingKey, settingValue } from '#contract/setting-values.ts'
import type { Setting } from '#contract/settings.ts'

/** The shop's texts and switches; null when they could not be loaded. */
export const settingsQuery = queryOptions<readonly Setting[] | null>({
  queryKey: ['/api/settings'],
  meta: { onFailure: 'null' },
})

/** Reads settings by key; what is not stored, or could not be loaded, has its built-in value. */
export function useSettings(): (key: SettingKey) => string {
  const { data } = useSuspenseQuery(settingsQuery)
  return (key) => settingValue(data ?? [], key)
}
