import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { instant } from '../shapes.ts'

/** Whoever has the file can try passphrases without limit, so a short one protects nothing. */
export const MIN_PASSPHRASE_LENGTH = 12
export const MAX_PASSPHRASE_LENGTH = 1000

const backup = z.object({
  name: z.string(),
  kind: z.enum(['nightly', 'by-hand']),
  madeAt: instant,
  bytes: z.int(),
  isEncrypted: z.boolean(),
})
export type Backup = z.output<typeof backup>

const failure = z.object({ at: instant, message: z.string() })

const backupDesk = z.object({
  backups: z.array(backup),
  folder: z.string(),
  isEncrypted: z.boolean(),
  /** 'environment' means the server's variable, which wins; null: not set. */
  passphraseSetBy: z.nullable(z.enum(['environment', 'desk'])),
  /** Null if it can be set at the desk. */
  whyNoPassphrase: z.nullable(z.string()),
  nextNightly: z.nullable(instant),
  /** `done` counts rows written, then rows read back; `total` is both together. */
  running: z.nullable(
    z.object({ done: z.int(), total: z.int(), secondsLeft: z.nullable(z.int()) }),
  ),
  failure: z.nullable(failure),
  /** Copies off this machine. `last`: when the newest backup that arrived there was made. */
  offSite: z.nullable(
    z.object({ place: z.string(), last: z.nullable(instant), failure: z.nullable(failure) }),
  ),
})
export type BackupDesk = z.output<typeof backupDesk>

export const MAX_BACKUPS = 60

export const passphraseChange = z
  .strictObject({
    passphrase: z
      .string('Please enter a passphrase.')
      .check(
        z.minLength(
          MIN_PASSPHRASE_LENGTH,
          `At least ${MIN_PASSPHRASE_LENGTH} characters, please: four random words are easy to keep.`,
        ),
        z.maxLength(MAX_PASSPHRASE_LENGTH, `At most ${MAX_PASSPHRASE_LENGTH} characters, please.`),
      ),
    again: z
      .string('Please type the passphrase once more.')
      .check(z.maxLength(MAX_PASSPHRASE_LENGTH, 'That is not the same passphrase.')),
  })
  .check(
    z.refine(({ passphrase, again }) => passphrase === again, {
      path: ['again'],
      error: 'That is not the same passphrase. Please type it once more.',
    }),
  )
export type PassphraseChange = z.output<typeof passphraseChange>

export const backups = {
  everything: deskEndpoint('if-kept', 'GET /api/everything', {
    summary:
      'Orders, customers, subscribers with their consent, products with pictures, recipes and pages as a ZIP of open files.',
    answers: 'application/zip',
  }),
  show: deskEndpoint('never', 'GET /api/backups', {
    summary: 'The backups on file, the one in progress, and when the next one is due.',
    output: backupDesk,
  }),
  make: deskEndpoint('never', 'POST /api/backups', {
    summary: 'Starts a backup; the shop stays open.',
    output: backupDesk,
    status: 201,
  }),
  changePassphrase: deskEndpoint('always', 'PUT /api/backups/passphrase', {
    summary: 'Encrypts backups from now on with this passphrase.',
    body: passphraseChange,
    output: backupDesk,
  }),
  removePassphrase: deskEndpoint('always', 'POST /api/backups/passphrase/removal', {
    summary: 'Leaves backups readable from now on.',
    output: backupDesk,
  }),
  download: deskEndpoint('if-kept', 'GET /api/backups/file', {
    summary: 'A backup as a file, such as `?name=farmstand-2026-11-21T10-00-00Z.tar.zst`.',
    query: z.strictObject({
      name: z
        .string('Which backup?')
        .check(
          z.maxLength(100, 'There is no such backup.'),
          z.describe('As in the list of backups'),
        ),
    }),
    answers: 'application/octet-stream',
  }),
}
