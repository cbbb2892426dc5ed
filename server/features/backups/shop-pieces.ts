import { z } from 'zod'
import { BackupError } from './backup-error.ts'

/** The form in which a shop leaves one database and enters another. A higher number is a form this release cannot read. */
export const FORM = 1

/** What is not carried over: who is signed in, who is at which job at the moment, and sums, which are made anew. */
export const LEFT_OUT: readonly string[] = [
  ...['admin_sessions', 'known_devices', 'job_claims', 'news'],
  ...['sales_days', 'sales_products', 'stale_sales'],
]

export const about = z.object({
  kind: z.literal('farmstand-backup'),
  form: z.int(),
  madeAt: z.string(),
  shopId: z.string().nullable(),
  migrations: z.array(z.string()),
  /** About so many bytes its database takes. */
  roomNeeded: z.int(),
})
export type PieceHeader = z.output<typeof about>

const whole = z.int()

/** What must be the same wherever the shop is put: money in cents, stock in units. */
export const sums = z.object({
  orders: whole,
  orderCents: whole,
  lineCents: whole,
  capturedCents: whole,
  refundedCents: whole,
  stock: whole,
  moved: whole,
})
export type Sums = z.output<typeof sums>

/** What the rows must add up to; `booksDiffer` says in how many rows the books did not balance, null for tables of an older release. */
export const tally = z.object({
  tables: z.record(z.string(), whole),
  counters: z.record(z.string(), whole),
  sums,
  booksDiffer: z.nullable(whole),
})
export type Tally = z.output<typeof tally>

/** A shop, piece by piece: first what it is, then its rows as lines of JSON, parents first, and its pictures, last what they add up to. */
export type Piece =
  | { kind: 'about'; about: PieceHeader }
  | { kind: 'rows'; table: string; rows: number; text: string }
  | { kind: 'picture'; file: string; bytes: Buffer }
  | { kind: 'tally'; tally: Tally }

/** Reads a JSON of ours. @throws BackupError when it is not of that shape */
export function readJson<Shape extends z.ZodType>(shape: Shape, text: string, what: string): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    throw new BackupError(`This is not a backup of a Farmstand shop: its ${what} cannot be read.`)
  }
}
