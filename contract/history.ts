import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './shapes.ts'

const state = z.nullable(z.record(z.string(), z.unknown()))

/**
 * One thing the desk did, such as `changed` `product:7` from `before` to `after`; null where there was nothing before or is nothing
 * after. Device and network are those of the call: `Chrome on Android`, `192.0.2.0/24`; null where no call of the desk did it.
 */
const historyEntry = z.object({
  id,
  at: instant,
  action: z.string(),
  subject: z.string(),
  before: state,
  after: state,
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** By name; null for what was done before there were helpers, and by no call. */
  person: z.nullable(z.string()),
})
export type HistoryEntry = z.output<typeof historyEntry>

const historyPage = z.object({ entries: z.array(historyEntry), isMore: z.boolean() })
export type HistoryPage = z.output<typeof historyPage>

export const MAX_ENTRIES = 100

export const history = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/history',
    access: 'admin',
    summary: 'The latest 100 changes to one thing, such as `?subject=product&id=7`, newest first.',
    query: z.strictObject({
      subject: z
        .string('Please say whose history.')
        .check(z.regex(/^[a-z]{1,20}$/, 'There is no such subject.')),
      id: z
        .string('Please say whose history.')
        .check(z.regex(/^[\w-]{1,64}$/, 'There is no such number.')),
    }),
    output: z.array(historyEntry),
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/admin/history/all',
    access: 'admin',
    summary:
      'What was done at the desk, newest first, 100 at a time; `before` an entry’s id returns the ones before it.',
    query: z.strictObject({ before: z.optional(idInPath) }),
    output: historyPage,
  }),
}
