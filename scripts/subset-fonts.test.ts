// Two small fonts that have every character the shop writes.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { subsetFonts } from './subset-fonts.ts'

const WEB = join(import.meta.dirname, '../web')

/** What is sent before anything can be read, of both families together, in bytes. */
const MAX_FIRST_FONTS = 40_000

test('the fonts that pages load are those of the packages, cut by the script', async () => {
  const made = await subsetFonts()
  expect([...made.keys()].sort()).toEqual(globSync('*.woff2', { cwd: join(WEB, 'fonts') }).sort())
  for (const [file, font] of made)
    expect(readFileSync(join(WEB, 'fonts', file)).equals(font), file).toBe(true)
})

test('a first visit loads at most 40,000 bytes of fonts', () => {
  const first = globSync('*-latin.woff2', { cwd: join(WEB, 'fonts') })
  const bytes = first.map((file) => readFileSync(join(WEB, 'fonts', file)).length)
  expect(bytes).toHaveLength(2)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_FIRST_FONTS)
})

/** What a shop in American English writes: its own texts, prices and amounts, and its customers' names. */
const WRITTEN = '$0123456789.,:;%&@#/()+½¼¾°·×−–—‘’“”…é è ñ ü ö ä ß œ ı æ å ø ç í ã ê î É Ñ Ü Ö Ø'

test.each(['fraunces', 'source-sans-3'])(
  '%s has every character of prices, amounts and names',
  async (family) => {
    const [latin, extended] = await Promise.all(
      [`${family}-latin`, `${family}-latin-ext`].map(async (name) =>
        charactersOf(readFileSync(join(WEB, 'fonts', `${name}.woff2`))),
      ),
    )
    expect([...WRITTEN].filter((one) => !latin?.has(one))).toEqual([])
    expect([...'łŁšžćčęąőűğşŠŽ'].filter((one) => !extended?.has(one))).toEqual([])
  },
)

/** The characters a font has drawings for: by the fourth format of its `cmap` table. */
async function charactersOf(font: Buffer): Promise<Set<string>> {
  const every = String.fromCodePoint(...Array.from({ length: 0x2300 - 32 }, (_, at) => at + 32))
  const sfnt = await subsetFont(font, every, { targetFormat: 'sfnt' })
  const view = new DataView(sfnt.buffer, sfnt.byteOffset, sfnt.byteLength)
  const tables = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + index * 16)
  const cmap = tables.find((at) => view.getUint32(at) === tag('cmap')) ?? 0
  const start = view.getUint32(cmap + 8)
  const format4 = Array.from(
    { length: view.getUint16(start + 2) },
    (_, index) => start + view.getUint32(start + 4 + index * 8 + 4),
  ).find((at) => view.getUint16(at) === 4)
  if (format4 === undefined) throw new Error('The font has no character map of format 4.')
  const count = view.getUint16(format4 + 6) / 2
  const found = new Set<string>()
  for (let index = 0; index < count; index++) {
    const last = view.getUint16(format4 + 14 + index * 2)
    const first = view.getUint16(format4 + 16 + count * 2 + index * 2)
    for (let code = first; code <= last && last !== 0xffff; code++)
      found.add(String.fromCodePoint(code))
  }
  return found
}

function tag(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32BE()
}
