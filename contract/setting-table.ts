import { keysOf } from './keys-of.ts'
import { isMailAddress } from './mail-address.ts'
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
export const SETTING_KEYS = keysOf(SETTING_VALUES)

/** The value of a setting, or the built-in one while the shop has none stored. */
export function settingValue(stored: readonly { key: SettingKey; value: string }[], key: SettingKey): string {
  return stored.find((setting) => setting.key === key)?.value ?? SETTING_VALUES[key]
}

/**
 * What 'Initialize Default Settings' writes: the nine keys of the specification with its two texts (section 9). A phone number,
 * an e-mail address and a video are the farmer's own to say.
 */
export const INITIAL_SETTINGS = {
  business_hours: 'Saturdays, 8:00 AM – 2:00 PM',
  contact_phone: SETTING_VALUES.contact_phone,
  contact_email: SETTING_VALUES.contact_email,
  business_address: 'Hot Springs, SD',
  hero_title: SETTING_VALUES.hero_title,
  hero_subtitle: SETTING_VALUES.hero_subtitle,
  welcome_message: SETTING_VALUES.welcome_message,
  newsletter_enabled: SETTING_VALUES.newsletter_enabled,
  homepage_video_url: SETTING_VALUES.homepage_video_url,
} as const

/** The sections of the desk's settings (specification, section 2). */
export const SETTING_SECTIONS = [
  'Business Information',
  'Website Content',
  'Feature Settings',
  'Homepage Video',
] as const

type SettingEntry = {
  label: string
  /** What it means, for the owner. */
  description: string
  /** Where the desk's settings show it; null where another page does. */
  section: (typeof SETTING_SECTIONS)[number] | null
  /** A switch is 'true' or 'false'. */
  kind: 'line' | 'text' | 'video' | 'switch'
  /** What visitors see of it while it holds nothing. */
  empty: string
  /** What a switch says while it is off. */
  whenOff?: string
  /** What is wrong with a value, in a sentence; null when nothing is. */
  wrong?: (value: string) => string | null
}

export const SETTINGS: Readonly<Record<SettingKey, SettingEntry>> = {
  business_hours: {
    label: 'Business hours',
    description: 'When the market stall is open',
    section: 'Business Information',
    kind: 'line',
    empty: 'Visitors see no hours.',
  },
  contact_phone: {
    label: 'Contact phone',
    description: 'Phone number for customers',
    section: 'Business Information',
    kind: 'line',
    empty: 'Visitors see no phone number.',
  },
  contact_email: {
    label: 'Contact e-mail',
    description: 'E-mail address for customers',
    section: 'Business Information',
    kind: 'line',
    empty: 'Visitors see no e-mail address.',
    wrong: (value) =>
      value.trim() === '' || isMailAddress(value.trim()) ? null : 'Please enter a valid e-mail address.',
  },
  business_address: {
    label: 'Business address',
    description: 'Where the farm is',
    section: 'Business Information',
    kind: 'line',
    empty: 'Visitors see no address.',
  },
  hero_title: {
    label: 'Hero title',
    description: 'Large title on the home page',
    section: 'Website Content',
    kind: 'line',
    empty: `Visitors see “${SETTING_VALUES.hero_title}”.`,
  },
  hero_subtitle: {
    label: 'Hero subtitle',
    description: 'Sentence under the title',
    section: 'Website Content',
    kind: 'text',
    empty: 'Visitors see no sentence under the title.',
  },
  welcome_message: {
    label: 'Welcome message',
    description: 'How the farm helper greets visitors',
    section: 'Website Content',
    kind: 'text',
    empty: 'The farm helper greets in its own words.',
  },
  newsletter_enabled: {
    label: 'Newsletter',
    description: 'Whether visitors can subscribe to the newsletter',
    section: 'Feature Settings',
    kind: 'switch',
    empty: 'Visitors can subscribe.',
    whenOff: 'Visitors see no form for it.',
  },
  homepage_video_url: {
    label: 'YouTube address',
    description: 'YouTube video on the home page',
    section: 'Homepage Video',
    kind: 'video',
    empty: 'Visitors see no video.',
  },
  farm_update: {
    label: 'Today’s Farm Update',
    description: 'Sentence under “Today’s Farm Update” on the home page',
    section: 'Website Content',
    kind: 'text',
    empty: `Visitors see “${SETTING_VALUES.farm_update}”.`,
  },
  chat_recipe_names: {
    label: 'Recipe names',
    description: 'Whether the farm helper may name your recipes',
    section: 'Feature Settings',
    kind: 'switch',
    empty: 'The farm helper names no recipes.',
    whenOff: 'The helper says nothing of recipes.',
  },
  backup_nightly: {
    label: 'Back up every night',
    description: 'Whether a backup is made every night',
    section: null,
    kind: 'switch',
    empty: 'A backup is made every night.',
  },
  backup_keep_daily: {
    label: 'Days kept',
    description: 'Of how many days a nightly backup is kept',
    section: null,
    kind: 'line',
    empty: `Those of ${SETTING_VALUES.backup_keep_daily} days are kept.`,
  },
  backup_keep_weekly: {
    label: 'Weeks kept',
    description: 'Of how many weeks a nightly backup is kept',
    section: null,
    kind: 'line',
    empty: `Those of ${SETTING_VALUES.backup_keep_weekly} weeks are kept.`,
  },
  erase_orders_after_months: {
    label: 'Erase customers after months (0 for never)',
    description: 'After how many months the customer of an order is erased; 0 for never',
    section: 'Feature Settings',
    kind: 'line',
    empty: 'Nobody is erased.',
    wrong: (value) =>
      /^(?:0|[6-9]|[1-9]\d|1[01]\d|120)$/.test(value)
        ? null
        : 'Please enter a number of months from 6 to 120, or 0 to erase nobody.',
  },
}
