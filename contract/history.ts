import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './shapes.ts'

const state = z.nullable(z.record(z.string(), z.unknown()))

/** One thing the desk did: `changed` from `before` to `after`; null where there was nothing before or is nothing after. */
const historyEntry = z.object({ id, at: instant, action: z.string(), before: state, after: state })
export type HistoryEntry = z.output<typeof historyEntry>

/** So many of the newest entries are answered. */
export const MOST_ENTRIES = 100

export const history = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/history',
    access: 'admin',
    summary: 'What was done to one thing, such as `?subject=product&id=7`: the newest 100 changes, the newest first.',
    query: z.strictObject({
      subject: z.string('Whose history?').check(z.regex(/^[a-z]{1,20}$/, 'There is no such subject.')),
      id: z.string('Whose history?').check(z.regex(/^[\w-]{1,64}$/, 'There is no such number.')),
    }),
    output: z.array(historyEntry),
  }),
}
