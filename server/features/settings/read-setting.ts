import { SETTING_KEYS, type SettingKey, settingValue } from '#contract/setting-table.ts'
import { isPublicSetting, type Setting } from '#contract/settings.ts'
import type { Db } from '#server/db/tables.ts'

const COLUMNS = ['key', 'value', 'description'] as const

export async function readSetting(db: Db, key: SettingKey): Promise<string> {
  const stored = await findSetting(db, key)
  return settingValue(stored ? [stored] : [], key)
}

/** The time zone by which the farm's days and hours go. */
export function readTimeZone(db: Db): Promise<string> {
  return readSetting(db, 'time_zone')
}

/** Every stored setting, in the order of the contract; `settingValue` reads them. */
export async function readSettings(db: Db): Promise<Setting[]> {
  const rows = await db.selectFrom('settings').select(COLUMNS).execute()
  return rows.sort((one, other) => SETTING_KEYS.indexOf(one.key) - SETTING_KEYS.indexOf(other.key))
}

export async function readPublicSettings(db: Db): Promise<Setting[]> {
  return (await readSettings(db)).filter(isPublicSetting)
}

export async function findSetting(db: Db, key: SettingKey): Promise<Setting | null> {
  const row = await db
    .selectFrom('settings')
    .select(COLUMNS)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}
