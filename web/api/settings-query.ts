import { useSuspenseQuery } from '@tanstack/react-query'
import { type PublicSettingKey, publicSettingValue } from '#contract/public-settings.ts'
import { settingsEndpoint } from '#contract/shop-endpoints.ts'
import { listQuery } from './query-client.ts'

/** The shop's texts and switches; null when they could not be loaded. */
export const settingsQuery = listQuery(settingsEndpoint)

/** Reads settings by key; what is not stored, or could not be loaded, has its built-in value. */
export function useSettings(): (key: PublicSettingKey) => string {
  const { data } = useSuspenseQuery(settingsQuery)
  return (key) => publicSettingValue(data ?? [], key)
}
