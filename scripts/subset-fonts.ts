import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const FONTS = fileURLToPath(new URL('../web/fonts/', import.meta.url))

/** What the shop's English and the names of its customers are written in, fetched with every page. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›−⁄€™ŒœŸı`
/** Letters of other languages in Latin script, fetched by a page that shows one of them. */
const LATIN_EXTENDED = `${range(0x100, 0x130)}${range(0x132, 0x151)}${range(0x154, 0x177)}${range(0x179, 0x17f)}`

/** Text stands in 400 and 600, and what asks for more gets 600; headings stand in 600 alone. */
const FAMILIES = [
  { name: 'fraunces', axis: 600 },
  { name: 'source-sans-3', axis: { min: 400, max: 600, default: 400 } },
] as const

const SETS = [
  { name: 'latin', text: LATIN },
  { name: 'latin-ext', text: LATIN_EXTENDED },
] as const

/** Kerning, marks, ligatures, and figures of one width; small capitals and the like go. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum']

/** Copyright, license and its address travel within each font, as the license asks for. */
const LICENSE_NAMES = [0, 13, 14]

/** The fonts as pages load them, by the names of their files. */
export async function subsetFonts(): Promise<Map<string, Buffer>> {
  const made = FAMILIES.flatMap(({ name, axis }) =>
    SETS.map(async (set): Promise<[string, Buffer]> => {
      const file = `${name}-${set.name}`
      const whole = await readFile(join(folderOf(name), 'files', `${file}-wght-normal.woff2`))
      const font = await subsetFont(whole, set.text, {
        targetFormat: 'woff2',
        variationAxes: { wght: axis },
        keepFeatures: FEATURES,
        noHinting: true,
        preserveNameIds: LICENSE_NAMES,
      })
      return [`${file}.woff2`, font]
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

if (import.meta.main) await writeFonts()
