import { publicSettingValue } from '#contract/settings/public-settings.ts'
import { type Accent, accentPalettes } from './accent-palette.ts'

/** The farm's own color in place of the built-in green, by day and in the dark; empty where none is set. */
export function accentStyle(stored: readonly { key: string; value: string }[]): string {
  const color = publicSettingValue(stored, 'accent_color')
  if (!/^#[0-9a-f]{6}$/i.test(color)) return ''
  const { light, dark } = accentPalettes(color.toLowerCase())
  const inTheDark = `@media screen and (prefers-color-scheme:dark){${tokens(dark)}}`
  return `<style>${tokens(light)}${inTheDark}</style>`
}

function tokens(accent: Accent): string {
  const declarations = Object.entries(accent).map(([name, value]) => `--color-${name}:${value}`)
  return `:root{${declarations.join(';')}}`
}
