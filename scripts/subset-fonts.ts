import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const FONTS = fileURLToPath(new URL('../web/fonts/', import.meta.url))

/**
 * For American English text, loaded with every page; characters only code uses are left to the
 * system's font. Above about 13,800 bytes a font takes another round trip on a new connection (it
 * starts with ten packets), and each byte delays the page's own picture.
 */
const FIRST = `${without(range(0x20, 0x7e), '<>[\\]^`{|}~')}\u00a0©°·×¼½¾éñ–—‘’“”•…−`
/** The rest of Latin 1, and other Latin-script letters; loaded only by a page that shows one. */
const FURTHER = without(`${range(0xa1, 0xff)}ŒœŸı`, FIRST)
const EXTENDED = `${range(0x100, 0x130)}${range(0x132, 0x151)}${range(0x154, 0x177)}${range(0x179, 0x17f)}`

/** Text comes in 400 and 600 (anything bolder gets 600), headings in 600 only. */
const FAMILIES = [
  { name: 'fraunces', axis: 600 },
  { name: 'source-sans-3', axis: { min: 400, max: 600, default: 400 } },
] as const

const SETS = [
  { name: 'latin', from: 'latin', text: FIRST },
  { name: 'latin-more', from: 'latin', text: FURTHER },
  { name: 'latin-ext', from: 'latin-ext', text: EXTENDED },
] as const

/** Kerning, ligatures and tabular figures; accented letters come whole, small caps go. */
const FEATURES = ['kern', 'liga', 'tnum']

/** The license requires copyright, license and its URL inside each font. */
const LICENSE_NAMES = [0, 13, 14]

export async function subsetFonts(): Promise<Map<string, Buffer>> {
  const made = FAMILIES.flatMap(({ name, axis }) =>
    SETS.map(async (set): Promise<[string, Buffer]> => {
      const whole = await readFile(
        join(folderOf(name), 'files', `${name}-${set.from}-wght-normal.woff2`),
      )
      const font = await subsetFont(whole, set.text, {
        targetFormat: 'woff2',
        variationAxes: { wght: axis },
        keepFeatures: FEATURES,
        noHinting: true,
        preserveNameIds: LICENSE_NAMES,
      })
      return [`${name}-${set.name}.woff2`, font]
    }),
  )
  return new Map(await Promise.all(made))
}

async function writeFonts(): Promise<void> {
  for (const [file, font] of await subsetFonts()) {
    await writeFile(join(FONTS, file), font)
    console.info(`${file}: ${font.length.toLocaleString('en-US')} bytes`)
  }
  for (const { name } of FAMILIES)
    await copyFile(join(folderOf(name), 'LICENSE'), join(FONTS, `${name}-license.txt`))
}

function folderOf(family: string): string {
  return dirname(
    createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`),
  )
}

function range(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}

function without(all: string, some: string): string {
  return [...all].filter((one) => !some.includes(one)).join('')
}

if (import.meta.main) await writeFonts()
