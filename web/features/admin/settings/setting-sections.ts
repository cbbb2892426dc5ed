import type { SettingKey } from '#contract/setting-values.ts'

export type SettingLook = {
  key: SettingKey
  label: string
  kind: 'line' | 'text' | 'video' | 'switch'
  whenOff?: string
}

/** The sections of the tab (specification, section 2) and their settings. */
export const SETTING_SECTIONS: readonly { title: string; settings: readonly SettingLook[] }[] = [
  {
    title: 'Business Information',
    settings: [
      { key: 'business_hours', label: 'Business hours', kind: 'line' },
      { key: 'contact_phone', label: 'Contact phone', kind: 'line' },
      { key: 'contact_email', label: 'Contact e-mail', kind: 'line' },
      { key: 'business_address', label: 'Business address', kind: 'line' },
    ],
  },
  {
    title: 'Website Content',
    settings: [
      { key: 'hero_title', label: 'Hero title', kind: 'line' },
      { key: 'hero_subtitle', label: 'Hero subtitle', kind: 'text' },
      { key: 'welcome_message', label: 'Welcome message', kind: 'text' },
      { key: 'farm_update', label: 'Today’s Farm Update', kind: 'text' },
    ],
  },
  {
    title: 'Feature Settings',
    settings: [
      { key: 'newsletter_enabled', label: 'Newsletter', kind: 'switch', whenOff: 'Visitors see no form for it.' },
      {
        key: 'chat_recipe_names',
        label: 'Recipe names',
        kind: 'switch',
        whenOff: 'The helper says nothing of recipes.',
      },
      { key: 'erase_orders_after_months', label: 'Erase customers after months (0 for never)', kind: 'line' },
    ],
  },
  { title: 'Homepage Video', settings: [{ key: 'homepage_video_url', label: 'YouTube address', kind: 'video' }] },
]
