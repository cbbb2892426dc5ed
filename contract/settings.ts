import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'

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

const key = z.enum(SETTING_KEYS, 'There is no such setting.')
const value = z.string('A setting is text.').check(z.maxLength(4000, 'At most 4,000 characters, please.'))

export const setting = z.object({ key, value: z.string(), description: z.string() })
export type Setting = z.output<typeof setting>

export const settings = {
  list: endpoint({
    method: 'GET',
    path: '/api/settings',
    access: 'public',
    summary: 'The texts and switches of the shop.',
    output: z.array(setting),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/settings',
    access: 'admin',
    summary: 'Adds a missing setting; one that exists stays as it is.',
    body: z.strictObject({ key, value, description: z.optional(z.nullable(z.string().check(z.maxLength(500)))) }),
    output: setting,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/settings/{key}',
    access: 'admin',
    summary: 'Changes a setting.',
    params: z.strictObject({ key }),
    body: z.strictObject({ value }),
    output: setting,
  }),
}

/** The value of a setting, or the built-in one while the shop has none stored. */
export function settingValue(stored: readonly Pick<Setting, 'key' | 'value'>[], key: SettingKey): string {
  return stored.find((setting) => setting.key === key)?.value ?? SETTINGS[key].initially
}
