import { publicSettingValue } from '#contract/public-settings.ts'

/** The farm's own color in place of the built-in green, and a darker one; empty where none is set. */
export function accentStyle(stored: readonly { key: string; value: string }[]): string {
  const color = publicSettingValue(stored, 'accent_color')
  if (!/^#[0-9a-f]{6}$/i.test(color)) return ''
  const deep = `color-mix(in oklab,${color} 75%,#000)`
  return `<style>:root{--color-leaf:${color};--color-leaf-deep:${deep}}</style>`
}
