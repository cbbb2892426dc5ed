import { channels, contrast, MIN_CONTRAST } from '#contract/settings/contrast.ts'
import { publicSettingValue } from '#contract/settings/public-settings.ts'

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

/** What takes the farm's color: action, its words, itself louder, and the quiet ground. */
type Accent = Record<'leaf' | 'on-leaf' | 'leaf-deep' | 'sprout', string>

/** Backgrounds of the farm's color, and the color it moves toward for contrast. */
type Background = { paper: string; card: string; text: string; away: string; tint: number }

const LIGHT: Background = {
  paper: '#fbf7ef',
  card: '#fffdf8',
  text: '#ffffff',
  away: '#000000',
  tint: 0.14,
}
const DARK: Background = {
  paper: '#1a1611',
  card: '#241e17',
  text: '#1a1611',
  away: '#ffffff',
  tint: 0.3,
}

/** A pale leaf on dark ground looks lit, not merely legible; the built-in one has 9. */
const LIT = 7.5

/** The farm's color (#rrggbb) as it is, or just as much darker or lighter as its words need. */
export function accentPalettes(color: string): { light: Accent; dark: Accent } {
  return { light: accentOn(LIGHT, color, MIN_CONTRAST), dark: accentOn(DARK, color, LIT) }
}

function accentOn(ground: Background, color: string, least: number): Accent {
  const sprout = mix(ground.card, color, ground.tint)
  const grounds = [ground.paper, ground.card, ground.text]
  const isClear = (leaf: string) =>
    grounds.every((other) => contrast(leaf, other) >= least) &&
    contrast(leaf, sprout) >= MIN_CONTRAST
  const leaf = shadesOf(color, ground.away).find(isClear) ?? ground.away
  const deep = mix(leaf, ground.away, 0.3)
  return { leaf, 'on-leaf': ground.text, 'leaf-deep': deep, sprout }
}

function shadesOf(color: string, other: string): string[] {
  return Array.from({ length: 50 }, (_, step) => mix(color, other, step / 50))
}

function mix(color: string, other: string, part: number): string {
  const ends = channels(other)
  const mixed = channels(color).map((start, index) =>
    Math.round(start + ((ends[index] ?? start) - start) * part),
  )
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
