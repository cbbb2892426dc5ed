import { SETTING_VALUES, type SettingKey } from '#contract/setting-values.ts'

export const EMPTY_SETTING: Record<SettingKey, string> = {
  business_hours: 'Visitors see no hours.',
  contact_phone: 'Visitors see no phone number.',
  contact_email: 'Visitors see no e-mail address.',
  business_address: 'Visitors see no address.',
  hero_title: `Visitors see “${SETTING_VALUES.hero_title}”.`,
  hero_subtitle: 'Visitors see no sentence under the title.',
  welcome_message: 'The farm helper greets in its own words.',
  newsletter_enabled: 'Visitors can subscribe.',
  homepage_video_url: 'Visitors see no video.',
  farm_update: `Visitors see “${SETTING_VALUES.farm_update}”.`,
  chat_recipe_names: 'The farm helper names no recipes.',
  backup_nightly: 'A backup is made every night.',
  backup_keep_daily: `Those of ${SETTING_VALUES.backup_keep_daily} days are kept.`,
  erase_orders_after_months: 'Nobody is erased.',
  backup_keep_weekly: `Those of ${SETTING_VALUES.backup_keep_weekly} weeks are kept.`,
}
