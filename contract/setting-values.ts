import { PUBLIC_SETTING_VALUES } from './public-settings.ts'

/** Every setting the shop knows, with its built-in value: what visitors may read, then what is the owner's alone. */
export const SETTING_VALUES = {
  ...PUBLIC_SETTING_VALUES,
  chat_recipe_names: 'false',
  backup_nightly: 'true',
  backup_keep_daily: '7',
  backup_keep_weekly: '4',
  erase_orders_after_months: '0',
} as const satisfies Record<string, string>

export type SettingKey = keyof typeof SETTING_VALUES

export const SETTING_KEYS = Object.keys(SETTING_VALUES) as SettingKey[]

/** The value of a setting, or the built-in one while the shop has none stored. */
export function settingValue(stored: readonly { key: SettingKey; value: string }[], key: SettingKey): string {
  return stored.find((setting) => setting.key === key)?.value ?? SETTING_VALUES[key]
}
