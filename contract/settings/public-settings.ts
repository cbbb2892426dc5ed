import type { FARM_IN_PICTURES } from './photos.ts'

/**
 * What visitors may read, with defaults: the specification's nine (sections 3 and 9), then our own.
 * Defaults claim nothing about the farm; only the farmer knows how, when and where to reach it.
 */
export const PUBLIC_SETTING_VALUES = {
  business_hours: '',
  contact_phone: '',
  contact_email: '',
  business_address: '',
  hero_title: 'Welcome to our farm shop',
  hero_subtitle: 'See what we have right now and order online.',
  welcome_message:
    'Hello! I’m the farm helper. Ask me what we have, what it costs, or when to pick it up.',
  newsletter_enabled: 'true',
  homepage_video_url: '',
  farm_update: 'Prices and stock on this page are live: what you see is what we have.',
  farm_name: 'Farmstand',
  time_zone: 'America/Denver',
  default_state: 'SD',
  farm_logo: '',
  accent_color: '',
  pickup_note: '',
} as const satisfies Record<string, string>

export type PublicSettingKey = keyof typeof PUBLIC_SETTING_VALUES | keyof typeof FARM_IN_PICTURES

export function publicSettingValue(
  stored: readonly { key: string; value: string }[],
  key: PublicSettingKey,
): string {
  const values: { readonly [Key in PublicSettingKey]?: string } = PUBLIC_SETTING_VALUES
  return stored.find((setting) => setting.key === key)?.value ?? values[key] ?? ''
}
