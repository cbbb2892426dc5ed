import { SETTING_VALUES } from './setting-values.ts'

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
