import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, MIN_CONTRAST } from '#contract/settings/contrast.ts'
import { FARM_SETTINGS } from '#contract/settings/farm-setting-table.ts'
import { accentPalettes } from './accent-style.ts'

/** Minimum contrast for borders and marks that are not text (WCAG 2.2, 1.4.11). */
const MIN_MARK = 3

type Palette = Record<string, string>

const [LIGHT, DARK] = readPalettes()

function readPalettes(): [Palette, Palette] {
  const css = readFileSync('web/look.css', 'utf8')
  const tokensIn = (part: string): Palette =>
    Object.fromEntries(
      [...part.matchAll(/--color-([a-z-]+): (#[0-9a-f]{3,8});/g)].map(
        ([, name = '', value = '']) => [
          name,
          value.length === 4 ? value.replace(/[0-9a-f]/g, '$&$&') : value,
        ],
      ),
    )
  const [, light = '', dark = ''] = css.split(/@theme \{|prefers-color-scheme: dark\) \{/)
  const day = tokensIn(light)
  return [
    { ...day, foot: day['leaf-deep'] ?? '' },
    { ...day, ...tokensIn(dark) },
  ]
}

/** Text colors and the backgrounds they appear on. */
const TEXTS: [words: string, ...grounds: string[]][] = [
  ['soil', 'paper', 'card', 'field', 'sprout', 'yolk-pale', 'beet-pale', 'straw', 'sky', 'glow'],
  ['soil-soft', 'paper', 'card', 'sky', 'glow'],
  ['bark-deep', 'paper', 'card', 'field', 'sprout', 'yolk-pale', 'straw'],
  ['leaf', 'paper', 'card', 'field', 'sprout'],
  ['leaf-deep', 'paper', 'card', 'field', 'sprout', 'straw', 'yolk-pale'],
  ['on-leaf', 'leaf', 'leaf-deep'],
  ['in-stock', 'paper', 'card', 'field'],
  ['on-yolk', 'yolk'],
  ['yolk-deep', 'yolk-pale', 'paper', 'card'],
  ['beet', 'paper', 'card', 'field', 'beet-pale'],
  ['beet-deep', 'beet-pale', 'paper', 'card'],
  ['on-beet', 'beet', 'beet-deep'],
  ['on-foot', 'foot'],
  ['paper', 'soil'],
]

/** Field borders, focus rings and marks, with the backgrounds they appear on. */
const MARKS: [mark: string, ...grounds: string[]][] = [
  ['bark', 'paper', 'card', 'field'],
  ['beet', 'paper', 'card', 'field'],
  ['leaf', 'paper', 'card', 'field', 'sprout', 'yolk-pale', 'beet-pale'],
  ['yolk', 'foot'],
]

function faintIn(palette: Palette, pairs: typeof TEXTS, least: number): string[] {
  return pairs.flatMap(([front, ...grounds]) =>
    grounds
      .map((ground) => ({ ground, value: contrast(palette[front] ?? '', palette[ground] ?? '') }))
      .filter(({ value }) => !(value >= least))
      .map(({ ground, value }) => `${front} on ${ground}: ${value.toFixed(2)}`),
  )
}

const faint = (palette: Palette) => [
  ...faintIn(palette, TEXTS, MIN_CONTRAST),
  ...faintIn(palette, MARKS, MIN_MARK),
]

describe('what is written and marked can be seen', () => {
  test.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('in the %s palette', (_, palette) => {
    expect(faint(palette)).toEqual([])
  })

  const accents = fc
    .integer({ min: 0, max: 0xffffff })
    .map((number) => `#${number.toString(16).padStart(6, '0')}`)
    .filter((color) => FARM_SETTINGS.accent_color.wrong(color) === null)

  test('with any color a farm may have, in both', () => {
    fc.assert(
      fc.property(accents, (color) => {
        const { light, dark } = accentPalettes(color)
        expect(faint({ ...LIGHT, ...light, foot: light['leaf-deep'] })).toEqual([])
        expect(faint({ ...DARK, ...dark })).toEqual([])
      }),
      { examples: [['#000000'], ['#767676'], ['#9b2743'], ['#0000ff'], ['#d0021b']] },
    )
  })
})

test('no page names a color that has no place in both palettes', () => {
  const fixed = /-\[[^\]]*#[\da-f]{3,8}\b|\b(?:bg|text|border|fill|stroke)-(?:white|black)\b/g
  const found = globSync('web/**/*.tsx').flatMap((path) =>
    (readFileSync(path, 'utf8').match(fixed) ?? []).map((color) => `${path}: ${color}`),
  )
  expect(found).toEqual([])
})

test('a farm’s color stays as it is by day where its words can be read', () => {
  expect(accentPalettes('#7a2048').light.leaf).toBe('#7a2048')
})
