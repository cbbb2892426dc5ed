import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { SETTING_DESCRIPTIONS } from '#contract/setting-descriptions.ts'
import { SETTING_KEYS, SETTING_VALUES, type SettingKey } from '#contract/setting-values.ts'
import { type Setting, settings } from '#contract/settings.ts'
import { ApiFailure, call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { forDesk } from '../session/desk-session.ts'

/** The settings the shop has stored. */
export const deskSettingsQuery = queryOptions({
  queryKey: [settings.list.path],
  queryFn: () => call(settings.list),
})

/** Stores a setting's value; one the shop did not have yet is added. */
export function useSaveSetting(key: SettingKey, { onSaved }: { onSaved: () => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (value: string) => forDesk(client, save(client, key, value)),
    onSuccess: async (saved) => {
      client.setQueryData(deskSettingsQuery.queryKey, (stored) => stored && withSetting(stored, saved))
      onSaved()
      await saySaved(client)
    },
    onError: sayFailed,
  })
}

/** Gives the shop every setting it knows, with its built-in value. */
export function useInitializeSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => forDesk(client, Promise.all(SETTING_KEYS.map(addInitial))),
    onSuccess: () => saySaved(client),
    onError: sayFailed,
  })
}

function save(client: QueryClient, key: SettingKey, value: string): Promise<Setting> {
  const stored = client.getQueryData(deskSettingsQuery.queryKey) ?? []
  if (stored.some((setting) => setting.key === key)) return call(settings.change, { params: { key }, body: { value } })
  return call(settings.create, { body: { key, value, description: SETTING_DESCRIPTIONS[key] } })
}

function addInitial(key: SettingKey): Promise<Setting> {
  const [initially, description] = [SETTING_VALUES[key], SETTING_DESCRIPTIONS[key]]
  return call(settings.create, { body: { key, value: initially, description } })
}

function withSetting(stored: readonly Setting[], saved: Setting): Setting[] {
  return [...stored.filter(({ key }) => key !== saved.key), saved]
}

async function saySaved(client: QueryClient): Promise<void> {
  toast({ title: 'Settings Updated' })
  await client.invalidateQueries({ queryKey: deskSettingsQuery.queryKey })
}

function sayFailed(failure: Error): void {
  const sentence = failure instanceof ApiFailure ? failure.refusal.message : 'Failed to update settings'
  toast({ variant: 'destructive', title: 'Error', description: sentence })
}
