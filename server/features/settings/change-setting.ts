import { SETTING_DESCRIPTIONS } from '#contract/setting-descriptions.ts'
import type { SettingKey } from '#contract/setting-values.ts'
import { type Setting, wrongInSetting } from '#contract/settings.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { mergeChange } from '#server/features/admin/merge-change.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { Refusal } from '#server/http/errors.ts'
import { findSetting, insertSetting, lockSetting, updateSetting } from './setting-queries.ts'

type NewSetting = { key: SettingKey; value: string; description?: string | null | undefined }

/** Adds a missing setting; one that exists stays as it is and is answered. @throws Refusal 'invalid' */
export async function addSetting(db: Db, wanted: NewSetting, now: Date): Promise<Setting> {
  requireValue(wanted.key, wanted.value)
  const setting: Setting = { ...wanted, description: wanted.description || SETTING_DESCRIPTIONS[wanted.key] }
  return write(db, async (tx, tell) => {
    if (!(await insertSetting(tx, setting))) return (await findSetting(tx, wanted.key)) ?? setting
    await recordChange(tx, { action: 'created', subject: `setting:${setting.key}`, before: null, after: setting }, now)
    tell({ kind: 'settings' })
    return setting
  })
}

type SettingChange = { value: string; base?: { value?: string | null | undefined } | undefined }

/**
 * Changes the value of a setting; with `base` only where it differs from what the form had loaded.
 * @throws Refusal 'invalid', 'setting-missing', 'changed-meanwhile'
 */
export async function changeSetting(
  db: Db,
  key: SettingKey,
  { value, base }: SettingChange,
  now: Date,
): Promise<Setting> {
  requireValue(key, value)
  return write(db, async (tx, tell) => {
    await lockSetting(tx, key)
    const before = await findSetting(tx, key)
    if (!before) throw new Refusal('setting-missing', `The setting ${key} does not exist yet.`)
    const changed = mergeChange({ value }, { base, stored: before, words: { value: { name: 'setting' } } })
    const after = { ...before, ...changed }
    await updateSetting(tx, key, after.value)
    await recordChange(tx, { action: 'changed', subject: `setting:${key}`, before, after }, now)
    tell({ kind: 'settings' })
    return after
  })
}

function requireValue(key: SettingKey, value: string): void {
  const wrong = wrongInSetting(key, value)
  if (wrong) throw new Refusal('invalid', wrong, { field: 'value' })
}
