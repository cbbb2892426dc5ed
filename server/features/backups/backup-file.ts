import { masterName } from '#contract/pictures.ts'

/** The entries of a backup's tar, in this order: what it is, its rows, its pictures, and what all of it adds up to. */
export const ABOUT = 'about.json'
export const MANIFEST = 'manifest.json'

const ROWS = /^tables\/([a-z_]+)\/\d+\.jsonl$/
const PICTURE = 'pictures/'

/** The first bytes of what is compressed by zstd, and of what is encrypted by age. */
export const ZSTD_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
export const AGE_START = Buffer.from('age-encryption.org/v1')

export function rowsEntry(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
}

export function pictureEntry(file: string): string {
  return PICTURE + file
}

export function entryAt(name: string): { table: string } | { picture: string } | 'about' | 'manifest' | null {
  if (name === ABOUT) return 'about'
  if (name === MANIFEST) return 'manifest'
  const table = ROWS.exec(name)?.[1]
  if (table) return { table }
  const picture = name.startsWith(PICTURE) ? name.slice(PICTURE.length) : ''
  return masterName(picture) ? { picture } : null
}
