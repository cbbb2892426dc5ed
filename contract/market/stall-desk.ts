import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { byKey, id, instant, optionalText } from '../shapes.ts'
import { stallFile, stallReceived } from './stall.ts'

/**
 * What to do with a phone's note: count it, don't count it, mark what it asks for as done, or
 * reopen its canceled order (which never charges a card).
 */
const STALL_DECISIONS = ['take', 'leave', 'done', 'reopen'] as const
export type StallDecision = (typeof STALL_DECISIONS)[number]

const phone = z.object({
  id: z.string(),
  label: z.string(),
  personName: z.string(),
  /** When it stops selling; null if it already has. */
  endsAt: z.nullable(instant),
  /** When it last reached the shop, and how many notes it still held then. */
  heardAt: z.nullable(instant),
  waiting: z.int(),
  lostAt: z.nullable(instant),
  /** The browser lost everything it had stored. */
  emptiedAt: z.nullable(instant),
  /** Notes that never arrived (`missing`), and those of them the phone no longer has (`gone`). */
  missing: z.int(),
  gone: z.int(),
})
export type StallPhone = z.output<typeof phone>

const toDecide = z.object({
  id: z.string(),
  phoneLabel: z.string(),
  personName: z.string(),
  madeAt: instant,
  receivedAt: instant,
  marketDay: z.nullable(z.object({ id, day: z.string(), placeName: z.string() })),
  orderId: z.nullable(id),
  title: z.string(),
  message: z.string(),
  /** Already counts; the farmer only handles what is left to do. */
  counts: z.boolean(),
  isFromLostPhone: z.boolean(),
  /** Money of its order is kept. */
  isPaid: z.boolean(),
  choices: z.array(z.enum(STALL_DECISIONS)),
})
export type StallToDecide = z.output<typeof toDecide>

const overview = z.object({ phones: z.array(phone), toDecide: z.array(toDecide) })
export type StallOverview = z.output<typeof overview>

const phoneParams = byKey('There is no such phone.')
const commandParams = z.strictObject({
  id: z.string().check(z.regex(/^[\w~-]{1,80}$/, 'There is no such note.'), z.describe('Its ID')),
})

export const stallDesk = {
  overview: deskEndpoint('never', 'GET /api/stall', {
    summary: 'The phones of the stall, and which of their notes need the farmer’s decision.',
    output: overview,
  }),
  settle: deskEndpoint('never', 'POST /api/stall/commands/{id}/settle', {
    summary: 'Decides about a note from the stall.',
    params: commandParams,
    body: z.strictObject({
      how: z.enum(STALL_DECISIONS, 'Please choose what becomes of it.'),
      message: optionalText(200),
    }),
    output: overview,
  }),
  lost: deskEndpoint('never', 'POST /api/stall/phones/{id}/lost', {
    summary: 'Reports a phone lost: it reads nothing more, and what it sends waits.',
    params: phoneParams,
    output: overview,
  }),
  done: deskEndpoint('never', 'POST /api/stall/phones/{id}/done', {
    summary: 'Ends a phone’s access to the stall, and settles what it reported as lost.',
    params: phoneParams,
    output: overview,
  }),
  file: deskEndpoint('never', 'POST /api/stall/files', {
    summary: 'Receives notes that a phone saved as a file, by the same rules.',
    body: stallFile,
    output: stallReceived,
    longestBody: 1024 * 1024,
  }),
}
