/** The sections of the desk's settings (specification, section 2). */
export const SETTING_SECTIONS = [
  'Business Information',
  'Website Content',
  'Feature Settings',
  'Homepage Video',
] as const

export type SettingEntry = {
  label: string
  description: string
  /** Where the desk's settings show it; null where another page does. */
  section: (typeof SETTING_SECTIONS)[number] | null
  kind: 'line' | 'text' | 'video' | 'switch' | 'picture'
  /** What visitors see of it while it holds nothing. */
  empty: string
  whenOff?: string
  /** What is wrong with a value, in a sentence; null when nothing is. */
  wrong?: (value: string) => string | null
}
