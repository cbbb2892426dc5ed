import {
  INITIAL_SETTINGS,
  SETTING_VALUES,
  type SettingKey,
} from '#contract/settings/setting-table.ts'
import type { Db } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'
import { DEMO_SETTINGS } from './settings.ts'

const NOT_INVENTED: ReadonlySet<string> = new Set([
  ...Object.values(SETTING_VALUES),
  ...Object.values(INITIAL_SETTINGS),
])

export async function listDemoSettings(db: Db): Promise<SettingKey[]> {
  const stored = await readSettings(db)
  return stored
    .filter(({ key, value }) => value === DEMO_SETTINGS[key] && !NOT_INVENTED.has(value))
    .map(({ key }) => key)
}
