import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { expect, test } from 'vitest'
import { subsetFonts } from './subset-fonts.ts'

const WEB = join(import.meta.dirname, '../web')

/** Both families together, in bytes: what must arrive before any text can be read. */
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

/** Bytes in the first round trip of a new connection: ten packets, less about 730 of headers. */
const MAX_IN_ONE_TRIP = 10 * 1460 - 730

/** What a shop in American English writes its text, prices and amounts in. */
const WRITTEN = '$0123456789.,:;%&@#/()+½¼¾°·×−–—‘’“”…éñ'
const OTHERS = {
  more: 'è ü ö ä ß œ ı æ å ø ç í ã ê î É Ñ Ü Ö Ø',
  ext: 'łŁšžćčęąőűğşŠŽ',
}

test.each(['fraunces', 'source-sans-3'])(
  '%s has the letters of every page in one round trip, and those of other names beside it',
  async (family) => {
    const read = (name: string) => readFileSync(join(WEB, 'fonts', `${family}-${name}.woff2`))
    const first = read('latin')
    const [latin, more, extended] = await Promise.all(
      [first, read('latin-more'), read('latin-ext')].map(charactersOf),
    )
    expect([...WRITTEN].filter((one) => !latin?.has(one))).toEqual([])
    expect([...OTHERS.more].filter((one) => !latin?.has(one) && !more?.has(one))).toEqual([])
    expect([...OTHERS.ext].filter((one) => !extended?.has(one))).toEqual([])
    expect(first.length).toBeLessThanOrEqual(MAX_IN_ONE_TRIP)
  },
)

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
