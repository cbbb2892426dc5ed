import { createHash } from 'node:crypto'
import { z } from 'zod'
import { masterName } from '#contract/products/pictures.ts'
import { OwnerError } from '#server/config/config.ts'

export class BackupError extends OwnerError {}

/** Format version; higher ones can't be read by this release. */
export const FORM = 1

/** Left out: sessions, phones, API tokens (ended ones would come back), webhooks, job claims. */
export const LEFT_OUT: readonly string[] = [
  'admin_sessions',
  'api_tokens',
  'known_devices',
  'device_links',
  'devices',
  'job_claims',
  'news',
  'passkey_challenges',
  'hooks',
  'hook_events',
]

export const about = z.object({
  kind: z.literal('farmstand-backup'),
  form: z.int(),
  madeAt: z.string(),
  shopId: z.string().nullable(),
  migrations: z.array(z.string()),
  /** The approximate size of its database, in bytes. */
  roomNeeded: z.int(),
})
export type PieceHeader = z.output<typeof about>

const whole = z.int()

const sums = z.object({
  orders: whole,
  orderCents: whole,
  lineCents: whole,
  capturedCents: whole,
  refundedCents: whole,
  stock: whole,
  moved: whole,
})
export type Sums = z.output<typeof sums>

/** `booksDiffer`: rows where the books didn't balance; null for an older release's tables. */
const tally = z.object({
  tables: z.record(z.string(), whole),
  counters: z.record(z.string(), whole),
  sums,
  booksDiffer: z.nullable(whole),
  laws: z.array(z.string()),
})
export type Tally = z.output<typeof tally>

export const manifest = tally.extend({
  entries: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Pictures dropped while the backup was made; nothing on display needs them. */
  pictures: z.object({ stored: z.int(), gone: z.array(z.string()) }),
})
export type Manifest = z.output<typeof manifest>

export type Piece =
  | { kind: 'about'; about: PieceHeader }
  | { kind: 'rows'; table: string; rows: number; text: string }
  | { kind: 'picture'; file: string; bytes: Buffer }
  | { kind: 'tally'; tally: Tally }

/** @throws BackupError when it doesn't match the shape */
export function readJson<Shape extends z.ZodType>(
  shape: Shape,
  text: string,
  what: string,
): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new BackupError(`This is not a backup of a Farmstand shop: its ${what} cannot be read.`)
  }
}

export const ABOUT_ENTRY = 'about.json'
export const MANIFEST_ENTRY = 'manifest.json'

const ROWS = /^tables\/([a-z_]+)\/\d+\.jsonl$/
const PICTURE = 'pictures/'

export const ZSTD_START = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
export const AGE_START = Buffer.from('age-encryption.org/v1')

export function entryOf(name: string, bytes: Buffer): Manifest['entries'][number] {
  return { name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export function rowsEntry(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.jsonl`
}

export function pictureEntry(file: string): string {
  return PICTURE + file
}

export function entryAt(
  name: string,
): { table: string } | { picture: string } | 'about' | 'manifest' | null {
  if (name === ABOUT_ENTRY) return 'about'
  if (name === MANIFEST_ENTRY) return 'manifest'
  const table = ROWS.exec(name)?.[1]
  if (table) return { table }
  const picture = name.startsWith(PICTURE) ? name.slice(PICTURE.length) : ''
  return masterName(picture) ? { picture } : null
}
