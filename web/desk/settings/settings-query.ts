import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { keysOf } from '#contract/changed-fields.ts'
import { INITIAL_SETTINGS, SETTINGS, type SettingKey } from '#contract/settings/setting-table.ts'
import { type Setting, settings } from '#contract/settings/settings.ts'
import { call, invalidate, query } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { toast } from '#web/ui/toast-store.ts'
import { conflictIn } from '../shared/edit-conflict.ts'

export const deskSettingsQuery = query(settings.list)

type Saving = { value: string; loaded?: string | undefined }

export function useSaveSetting(key: SettingKey, onSaved = () => {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sent: Saving) => save(client, key, sent),
    onSuccess: async (saved) => {
      client.setQueryData(
        deskSettingsQuery.queryKey,
        (stored) => stored && [...stored.filter(({ key }) => key !== saved.key), saved],
      )
      onSaved()
      await toastSaved(client)
    },
    onError: toastFailed,
  })
}

export type Refused = ReadonlyMap<SettingKey, Error>

/** Saves several, each by itself; answers what was refused of them. Ends at the first that got no answer. */
export function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (sent: readonly (Saving & { key: SettingKey })[]): Promise<Refused> => {
      const refused = new Map<SettingKey, Error>()
      for (const { key, ...saving } of sent)
        await save(client, key, saving).catch((failure: unknown) => {
          if (!(failure instanceof ApiFailure) || failure.status === 401) throw failure
          refused.set(key, failure)
        })
      return refused
    },
    onSuccess: async (refused) => {
      const [first] = refused.values()
      if (first) toastFailed(first)
      await (first ? invalidate(client, settings.list) : toastSaved(client))
    },
    onError: toastFailed,
  })
}

/** Adds the specification's nine settings without touching what the farmer has set. */
export function useInitializeSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      Promise.all(keysOf(INITIAL_SETTINGS).map((key) => add(key, INITIAL_SETTINGS[key]))),
    onSuccess: () => toastSaved(client),
    onError: toastFailed,
  })
}

async function save(
  client: QueryClient,
  key: SettingKey,
  { value, loaded }: Saving,
): Promise<Setting> {
  const stored = client.getQueryData(deskSettingsQuery.queryKey) ?? []
  const body = { value, ...(loaded === undefined ? {} : { base: { value: loaded } }) }
  const change = () => call(settings.change, { params: { key }, body })
  if (stored.some((setting) => setting.key === key)) return change()
  const added = await add(key, value)
  // Another window added it in the meantime, so the shop left it alone.
  return added.value === value ? added : change()
}

function add(key: SettingKey, value: string): Promise<Setting> {
  return call(settings.create, { body: { key, value, description: SETTINGS[key].description } })
}

async function toastSaved(client: QueryClient): Promise<void> {
  toast({ title: 'Settings Updated' })
  await invalidate(client, settings.list)
}

function toastFailed(failure: Error): void {
  if (conflictIn(failure).size > 0) return
  const sentence =
    failure instanceof ApiFailure ? failure.refusal.message : 'Failed to update settings'
  toast({ variant: 'destructive', title: 'Error', description: sentence })
}
