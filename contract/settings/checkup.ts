import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'

const finding = z.object({
  what: z.string(),
  state: z.enum(['ok', 'warning', 'wrong']),
  /** What was found. */
  found: z.string(),
  /** The one thing to do; null where all is well. */
  fix: z.nullable(z.string()),
  /** A DNS record to paste, or what is new in a release. */
  record: z.nullable(z.string()),
})
export type Finding = z.output<typeof finding>

export const checkupOf = {
  show: deskEndpoint('never', 'GET /api/admin/checkup', {
    summary: 'Whether name, mail, backups and server are as they should be, and what to do.',
    output: z.array(finding),
  }),
  report: deskEndpoint('never', 'GET /api/admin/report', {
    summary: 'Versions, the checkup and the last errors as a file, without a name or a secret.',
    answers: 'text/plain',
  }),
}
