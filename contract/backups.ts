import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './shapes.ts'

const backup = z.object({
  name: z.string(),
  kind: z.enum(['nightly', 'by-hand']),
  madeAt: instant,
  bytes: z.int(),
  isEncrypted: z.boolean(),
})
export type Backup = z.output<typeof backup>

const backupDesk = z.object({
  backups: z.array(backup),
  folder: z.string(),
  isEncrypted: z.boolean(),
  /** When the next one is made by itself; null while that is turned off. */
  nextNightly: z.nullable(instant),
  /** The one that is being made now: rows read so far, and rows in all. */
  running: z.nullable(z.object({ done: z.int(), total: z.int() })),
  failure: z.nullable(z.object({ at: instant, message: z.string() })),
})
export type BackupDesk = z.output<typeof backupDesk>

export const MAX_BACKUPS = 60

export const backups = {
  show: endpoint({
    method: 'GET',
    path: '/api/backups',
    access: 'admin',
    summary: 'The backups on file, the one in progress, and when the next one is due.',
    output: backupDesk,
  }),
  make: endpoint({
    method: 'POST',
    path: '/api/backups',
    access: 'admin',
    summary: 'Starts a backup; the shop stays open.',
    output: backupDesk,
    status: 201,
  }),
  download: endpoint({
    method: 'GET',
    path: '/api/backups/file',
    access: 'admin',
    summary: 'A backup as a file, such as `?name=farmstand-2026-11-21T10-00-00Z.tar.zst`.',
    query: z.strictObject({
      name: z.string('Which backup?').check(z.maxLength(100, 'There is no such backup.')),
    }),
    output: z.undefined(),
    answers: 'application/octet-stream',
  }),
}
