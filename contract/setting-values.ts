/** Every setting the shop knows, with what it means and its built-in value (specification, sections 3 and 9). */
export const SETTINGS = {
  business_hours: { description: 'When the market stall is open', initially: 'Saturdays, 8:00 AM – 2:00 PM' },
  contact_phone: { description: 'Phone number for customers', initially: '(605) 555-0134' },
  contact_email: { description: 'E-mail address for customers', initially: 'hello@farmstand.example' },
  business_address: { description: 'Where the farm is', initially: 'Hot Springs, SD' },
  hero_title: { description: 'Large title on the home page', initially: 'Fresh from the Black Hills, every Saturday' },
  hero_subtitle: {
    description: 'Sentence under the title',
    initially: 'Eggs, vegetables, bagels and cheese from our farm to your table. Order now, pick up at the market.',
  },
  welcome_message: {
    description: 'How the farm helper greets visitors',
    initially: 'Hello! I am the farm helper. Ask me what is fresh, what it costs, or when to pick it up.',
  },
  newsletter_enabled: { description: 'Whether visitors can subscribe to the newsletter', initially: 'true' },
  homepage_video_url: { description: 'YouTube video on the home page', initially: '' },
} as const satisfies Record<string, { description: string; initially: string }>

export type SettingKey = keyof typeof SETTINGS

export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[]

/** The value of a setting, or the built-in one while the shop has none stored. */
export function settingValue(stored: readonly { key: SettingKey; value: string }[], key: SettingKey): string {
  return stored.find((setting) => setting.key === key)?.value ?? SETTINGS[key].initially
}
