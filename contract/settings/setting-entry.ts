export const SETTING_SECTIONS = [
  'Business Information',
  'Website Content',
  'Feature Settings',
  'Homepage Video',
] as const

export type SettingEntry = {
  label: string
  description: string
  /** The card that shows it among the desk's settings; null if another page does. */
  section:
    | (typeof SETTING_SECTIONS)[number]
    | 'Emails'
    | 'Limits for pay at pickup'
    | 'Taking money'
    | 'Sales tax'
    | null
  /** A line of text, if absent; `list`: has a form of its own. */
  kind?: 'text' | 'video' | 'switch' | 'picture' | 'photo' | 'list'
  /** What is so while nothing is said. */
  empty?: string
  whenOff?: string
  wrong?: (value: string) => string | null
  /** What a value means, shown while it is typed; empty for nothing. */
  example?: (value: string) => string
}
