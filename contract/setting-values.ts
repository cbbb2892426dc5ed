/** Every setting the shop knows, with its built-in value: the nine of the specification (sections 3 and 9), then our own. */
export const SETTING_VALUES = {
  business_hours: 'Saturdays, 8:00 AM – 2:00 PM',
  contact_phone: '(605) 555-0134',
  contact_email: 'hello@farmstand.example',
  business_address: 'Hot Springs, SD',
  hero_title: 'Fresh from the Black Hills, every Saturday',
  hero_subtitle: 'Eggs, vegetables, bagels and cheese from our farm to your table. Order now, pick up at the market.',
  welcome_message: 'Hello! I am the farm helper. Ask me what is fresh, what it costs, or when to pick it up.',
  newsletter_enabled: 'true',
  homepage_video_url: '',
  chat_recipe_names: 'false',
  backup_nightly: 'true',
  backup_keep_daily: '7',
  backup_keep_weekly: '4',
} as const satisfies Record<string, string>

export type SettingKey = keyof typeof SETTING_VALUES

export const SETTING_KEYS = Object.keys(SETTING_VALUES) as SettingKey[]

/** The value of a setting, or the built-in one while the shop has none stored. */
export function settingValue(stored: readonly { key: SettingKey; value: string }[], key: SettingKey): string {
  return stored.find((setting) => setting.key === key)?.value ?? SETTING_VALUES[key]
}
