import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { byKey, instant, requiredText } from '../shapes.ts'

/** In bytes; small enough for a slow connection to send in time. */
export const PIECE_LENGTH = 768 * 1024

/** The largest call with one piece: base64 and its envelope, in bytes. */
const PIECE_IN_CALL = 1_100_000

/** In bytes. */
const MAX_BACKUP_LENGTH = 20 * 1024 ** 3

/** Money in dollars: paid by card, and refunded. */
const held = z.object({
  orders: z.int(),
  newestOrderAt: z.nullable(instant),
  taken: z.number(),
  givenBack: z.number(),
  products: z.int(),
  pages: z.int(),
  pictures: z.int(),
  subscribers: z.int(),
})
export type Held = z.output<typeof held>

/** What a restore changes, such as a price; null if the shop or the backup has none. */
const restoreDifference = z.object({
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type RestoreDifference = z.output<typeof restoreDifference>

/** At most this many are shown. */
export const MAX_DIFFERENCES = 60

const restoreReport = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.int(),
  madeAt: instant,
  /** False for another shop's backup, whose payments belong to that shop. */
  isSameShop: z.boolean(),
  passkeys: z.int(),
  isOlderRelease: z.boolean(),
  before: held,
  after: held,
  since: z.object({ orders: z.int(), total: z.number() }),
  booksDiffer: z.int(),
  /** In products and settings; none for another shop's backup, and at most `MAX_DIFFERENCES`. */
  differences: z.array(restoreDifference),
  moreDifferences: z.int(),
})
export type RestoreReport = z.output<typeof restoreReport>

const pastRestore = z.object({
  at: instant,
  name: z.string(),
  madeAt: instant,
  /** Where the old shop is kept; null if there was none, or nothing was restored. */
  keptIn: z.nullable(z.string()),
  failure: z.nullable(z.string()),
})
export type PastRestore = z.output<typeof pastRestore>

const restoreDesk = z.object({
  /** Why the desk can't do it, with the command that can; null if it can. */
  whyNot: z.nullable(z.string()),
  upload: z.nullable(
    z.object({ id: z.string(), name: z.string(), bytes: z.int(), received: z.int() }),
  ),
  checking: z.nullable(z.object({ rows: z.int() })),
  failure: z.nullable(z.string()),
  asksPassphrase: z.boolean(),
  report: z.nullable(restoreReport),
  /** The next start replaces the shop with it. */
  isWaiting: z.boolean(),
  /** Whether the shop restarts by itself once it is confirmed. */
  restartsItself: z.boolean(),
  last: z.nullable(pastRestore),
})
export type RestoreDesk = z.output<typeof restoreDesk>

const fileName = requiredText(200, 'Which file?')

const NO_UPLOAD = 'There is no such upload.'

export const restores = {
  show: deskEndpoint('never', 'GET /api/restore', {
    summary: 'How far going back to a backup is.',
    output: restoreDesk,
  }),
  begin: deskEndpoint('never', 'POST /api/restore/uploads', {
    summary: 'Begins to receive a backup file, giving up an earlier one.',
    body: z.strictObject({
      name: fileName,
      bytes: z
        .int('How long is the file?')
        .check(
          z.minimum(1, 'That file is empty.'),
          z.maximum(MAX_BACKUP_LENGTH, 'That file is too long for a backup.'),
        ),
    }),
    output: restoreDesk,
    status: 201,
  }),
  addPiece: deskEndpoint('never', 'POST /api/restore/uploads/{id}/pieces', {
    summary: 'Adds the next piece of the file; answers how many bytes have arrived.',
    params: byKey(NO_UPLOAD),
    body: z.strictObject({
      offset: z.int('Where does the piece begin?').check(z.minimum(0, 'Where does it begin?')),
      base64: z
        .string('Please send a piece of the file.')
        .check(
          z.maxLength(Math.ceil(PIECE_LENGTH / 3) * 4, 'That piece is too long.'),
          z.regex(/^[A-Za-z\d+/]*={0,2}$/, 'That piece is not in base64.'),
        ),
    }),
    output: z.object({ received: z.int() }),
    longestBody: PIECE_IN_CALL,
  }),
  check: deskEndpoint('always', 'POST /api/restore/check', {
    summary: 'Checks a whole backup, one of the list or the one that was sent; changes nothing.',
    body: z.strictObject({
      /** From the list of backups; if absent, the uploaded file. */
      name: z.optional(fileName),
      passphrase: z.optional(z.string().check(z.maxLength(1000, 'At most 1000 characters.'))),
    }),
    output: restoreDesk,
  }),
  confirm: deskEndpoint('always', 'POST /api/restore', {
    summary: 'Restores the checked backup at the next start, and restarts the shop where it can.',
    body: z.strictObject({
      id: z.string('Which backup?').check(z.maxLength(64, 'There is no such check.')),
    }),
    output: restoreDesk,
  }),
  giveUp: deskEndpoint('never', 'DELETE /api/restore', {
    summary: 'Cancels the restore and removes the file.',
    output: restoreDesk,
  }),
}
