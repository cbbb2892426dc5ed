import { SETTING_KEYS, type SettingKey } from '#contract/setting-values.ts'
import { isPublicSetting, type Setting } from '#contract/settings.ts'
import type { Db } from '#server/db/tables.ts'

export async function listSettings(db: Db): Promise<Setting[]> {
  const rows = await db.selectFrom('settings').select(['key', 'value', 'description']).execute()
  return rows.sort((one, other) => SETTING_KEYS.indexOf(one.key) - SETTING_KEYS.indexOf(other.key))
}

export async function listPublicSettings(db: Db): Promise<Setting[]> {
  return (await listSettings(db)).filter(isPublicSetting)
}

export async function findSetting(db: Db, key: SettingKey): Promise<Setting | null> {
  const row = await db
    .selectFrom('settings')
    .select(['key', 'value', 'description'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

export async function insertSetting(tx: Db, setting: Setting): Promise<boolean> {
  const added = await tx
    .insertInto('settings')
    .values(setting)
    .onConflict((exists) => exists.column('key').doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Takes a row lock on a setting until the transaction ends, whether or not anything else changes. */
export async function lockSetting(tx: Db, key: SettingKey): Promise<void> {
  await tx
    .updateTable('settings')
    .set((row) => ({ value: row.ref('value') }))
    .where('key', '=', key)
    .execute()
}

export async function updateSetting(tx: Db, key: SettingKey, value: string): Promise<void> {
  await tx.updateTable('settings').set({ value }).where('key', '=', key).execute()
}
