import type { SettingKey } from './setting-values.ts'

export const SETTING_DESCRIPTIONS: Record<SettingKey, string> = {
  business_hours: 'When the market stall is open',
  contact_phone: 'Phone number for customers',
  contact_email: 'E-mail address for customers',
  business_address: 'Where the farm is',
  hero_title: 'Large title on the home page',
  hero_subtitle: 'Sentence under the title',
  welcome_message: 'How the farm helper greets visitors',
  newsletter_enabled: 'Whether visitors can subscribe to the newsletter',
  homepage_video_url: 'YouTube video on the home page',
  farm_update: 'Sentence under “Today’s Farm Update” on the home page',
  chat_recipe_names: 'Whether the farm helper may name your recipes',
  backup_nightly: 'Whether a backup is made every night',
  backup_keep_daily: 'Of how many days a nightly backup is kept',
  backup_keep_weekly: 'Of how many weeks a nightly backup is kept',
  erase_orders_after_months: 'After how many months the customer of an order is erased; 0 for never',
}
