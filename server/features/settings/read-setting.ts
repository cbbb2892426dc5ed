import { type SettingKey, settingValue } from '#contract/setting-values.ts'
import type { Db } from '#server/db/tables.ts'
import { findSetting, listSettings } from './setting-queries.ts'

/** The value of a setting as the shop uses it: the stored one, or the built-in one. */
export async function readSetting(db: Db, key: SettingKey): Promise<string> {
  const stored = await findSetting(db, key)
  return settingValue(stored ? [stored] : [], key)
}

export function readSettings(db: Db): Promise<{ key: SettingKey; value: string }[]> {
  return listSettings(db)
}
