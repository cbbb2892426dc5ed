import { SETTING_VALUES, SETTINGS, type SettingKey } from '#contract/settings/setting-table.ts'
import { type Setting, wrongInSetting } from '#contract/settings/settings.ts'
import { recordChange } from '#server/core/audit.ts'
import { setValue } from '#server/core/key-value.ts'
import { mergeChange } from '#server/core/merge-change.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { findSetting } from './read-setting.ts'

type ValueChange = { before: string; after: string; now: Date }

export type SettingEffects = Partial<
  Record<SettingKey, (tx: Db, emit: Emit, change: ValueChange) => Promise<void>>
>

/** Adds a missing setting; returns an existing one unchanged. @throws Refusal 'invalid' */
export async function addSetting(
  db: Db,
  wanted: { key: SettingKey; value: string; description?: string | null | undefined },
  now: Date,
  whenChanged: SettingEffects = {},
): Promise<Setting> {
  requireValue(wanted.key, wanted.value)
  const setting: Setting = {
    ...wanted,
    description: wanted.description || SETTINGS[wanted.key].description,
  }
  return write(db, async (tx, emit) => {
    if (!(await insertSetting(tx, setting))) return (await findSetting(tx, wanted.key)) ?? setting
    const subject = `setting:${setting.key}` as const
    await recordChange(tx, { action: 'created', subject, before: null, after: setting }, now)
    const change = { before: SETTING_VALUES[setting.key], after: setting.value, now }
    await whenChanged[setting.key]?.(tx, emit, change)
    emit({ kind: 'settings' })
    return setting
  })
}

/**
 * Changes a setting; with `base`, only if it differs from what the form loaded.
 * @throws Refusal 'invalid', 'setting-missing', 'changed-meanwhile'
 */
export async function changeSetting(
  db: Db,
  key: SettingKey,
  { value, base }: { value: string; base?: { value?: string | null | undefined } | undefined },
  { now, whenChanged = {} }: { now: Date; whenChanged?: SettingEffects },
): Promise<Setting> {
  requireValue(key, value)
  return write(db, async (tx, emit) => {
    await lockSetting(tx, key)
    const before = await findSetting(tx, key)
    if (!before) throw new Refusal('setting-missing', `The setting ${key} does not exist yet.`)
    const changed = mergeChange(
      { value },
      { base, stored: before, labels: { value: { name: 'setting' } } },
    )
    const after = { ...before, ...changed }
    await tx.updateTable('settings').set({ value: after.value }).where('key', '=', key).execute()
    await recordChange(tx, { action: 'changed', subject: `setting:${key}`, before, after }, now)
    const values = { before: before.value, after: after.value, now }
    if (after.value !== before.value) await whenChanged[key]?.(tx, emit, values)
    emit({ kind: 'settings' })
    return after
  })
}

function requireValue(key: SettingKey, value: string): void {
  const wrong = wrongInSetting(key, value)
  if (wrong) throw invalidField('value', wrong)
}

export async function insertSetting(tx: Db, setting: Setting): Promise<boolean> {
  const added = await tx
    .insertInto('settings')
    .values(setting)
    .onConflict((exists) => exists.column('key').doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function lockSetting(tx: Db, key: SettingKey): Promise<void> {
  await tx
    .updateTable('settings')
    .set((row) => ({ value: row.ref('value') }))
    .where('key', '=', key)
    .execute()
}

export function dateFarmUpdate(tx: Db, now: Date): Promise<void> {
  return setValue(tx, 'farm_update_changed', now.toISOString())
}
