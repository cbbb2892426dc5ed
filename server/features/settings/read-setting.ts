import { SETTING_KEYS, type SettingKey, settingValue } from '#contract/settings/setting-table.ts'
import { isPublicSetting, type Setting } from '#contract/settings/settings.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { getValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/write.ts'

const COLUMNS = ['key', 'value', 'description'] as const

export async function readSetting(db: Db, key: SettingKey): Promise<string> {
  const stored = await findSetting(db, key)
  return settingValue(stored ? [stored] : [], key)
}

export function readTimeZone(db: Db): Promise<string> {
  return readSetting(db, 'time_zone')
}

/** The day on the farm, as YYYY-MM-DD. */
export async function readToday(db: Db, at: Date): Promise<string> {
  return farmDayOf(at.toISOString(), await readTimeZone(db)).toString()
}

export async function readSettings(db: Db): Promise<Setting[]> {
  const rows = await db.selectFrom('settings').select(COLUMNS).execute()
  return rows.sort((one, other) => SETTING_KEYS.indexOf(one.key) - SETTING_KEYS.indexOf(other.key))
}

export async function readPublicSettings(db: Db): Promise<Setting[]> {
  const settings = (await readSettings(db)).filter(isPublicSetting)
  const changedAt = await getValue(db, 'farm_update_changed')
  if (changedAt === null) return settings
  return settings.map((one) => (one.key === 'farm_update' ? { ...one, changedAt } : one))
}

export async function findSetting(db: Db, key: SettingKey): Promise<Setting | null> {
  const row = await db
    .selectFrom('settings')
    .select(COLUMNS)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}
