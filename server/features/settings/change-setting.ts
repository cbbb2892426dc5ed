import { SETTING_DESCRIPTIONS } from '#contract/setting-descriptions.ts'
import type { SettingKey } from '#contract/setting-values.ts'
import type { Setting } from '#contract/settings.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { Refusal } from '#server/http/errors.ts'
import { findSetting, insertSetting, updateSetting } from './setting-queries.ts'

type NewSetting = { key: SettingKey; value: string; description?: string | null | undefined }

/** Adds a missing setting; one that exists stays as it is and is answered. */
export function addSetting(db: Db, wanted: NewSetting, now: Date): Promise<Setting> {
  const setting: Setting = { ...wanted, description: wanted.description || SETTING_DESCRIPTIONS[wanted.key] }
  return write(db, async (tx, tell) => {
    if (!(await insertSetting(tx, setting))) return (await findSetting(tx, wanted.key)) ?? setting
    await recordChange(tx, { action: 'created', subject: `setting:${setting.key}`, before: null, after: setting }, now)
    tell({ kind: 'settings' })
    return setting
  })
}

/** Changes the value of a setting. @throws Refusal 'setting-missing' */
export function changeSetting(db: Db, key: SettingKey, value: string, now: Date): Promise<Setting> {
  return write(db, async (tx, tell) => {
    const before = await findSetting(tx, key)
    if (!before) throw new Refusal('setting-missing', `The setting ${key} does not exist yet.`)
    await updateSetting(tx, key, value)
    const after = { ...before, value }
    await recordChange(tx, { action: 'changed', subject: `setting:${key}`, before, after }, now)
    tell({ kind: 'settings' })
    return after
  })
}
