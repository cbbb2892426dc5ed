import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, instant, optionalText } from '../shapes.ts'
import { stallFile, stallReceived } from './stall.ts'

/**
 * What the farmer may decide of a note that a phone sent: that it counts, that it does not, that what
 * it asks for is done, or that its cancelled order is taken up again (which never charges a card).
 */
const STALL_DECISIONS = ['take', 'leave', 'done', 'reopen'] as const
export type StallDecision = (typeof STALL_DECISIONS)[number]

const phone = z.object({
  id: z.string(),
  label: z.string(),
  personName: z.string(),
  /** Until when it may sell; null where it may not any more. */
  endsAt: z.nullable(instant),
  /** When it last reached the shop, and how many notes were waiting on it then. */
  heardAt: z.nullable(instant),
  waiting: z.int(),
  lostAt: z.nullable(instant),
  /** The browser forgot all that was on it. */
  emptiedAt: z.nullable(instant),
  /** How many of its notes never arrived, and how many of them it does not have any more. */
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
  /** YYYY-MM-DD and place of its market day, where the shop knows it. */
  marketDay: z.nullable(z.object({ id, day: z.string(), placeName: z.string() })),
  orderId: z.nullable(id),
  /** What the phone noted, in one line: `Sold 2 × Eggs for $12.00`. */
  title: z.string(),
  message: z.string(),
  /** It counts already, and the farmer only sees to what is left. */
  counts: z.boolean(),
  isFromLostPhone: z.boolean(),
  choices: z.array(z.enum(STALL_DECISIONS)),
})
export type StallToDecide = z.output<typeof toDecide>

const overview = z.object({ phones: z.array(phone), toDecide: z.array(toDecide) })
export type StallOverview = z.output<typeof overview>

const phoneParams = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'There is no such phone.')),
})
const commandParams = z.strictObject({
  id: z.string().check(z.regex(/^[\w~-]{1,80}$/, 'There is no such note.')),
})

export const stallDesk = {
  overview: endpoint({
    method: 'GET',
    path: '/api/stall',
    access: 'admin',
    summary: 'The phones of the stall, and which of their notes need the farmer’s decision.',
    output: overview,
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/stall/commands/{id}/settle',
    access: 'admin',
    summary: 'Decides about a note from the stall.',
    params: commandParams,
    body: z.strictObject({
      how: z.enum(STALL_DECISIONS, 'Please choose what becomes of it.'),
      message: optionalText(200),
    }),
    output: overview,
  }),
  lost: endpoint({
    method: 'POST',
    path: '/api/stall/phones/{id}/lost',
    access: 'admin',
    summary: 'Reports a phone lost: it reads nothing more, and what it sends waits.',
    params: phoneParams,
    output: overview,
  }),
  done: endpoint({
    method: 'POST',
    path: '/api/stall/phones/{id}/done',
    access: 'admin',
    summary: 'Ends a phone’s access to the stall, and settles what it reported as lost.',
    params: phoneParams,
    output: overview,
  }),
  /** What a phone saved as a file, where it could not send it itself. */
  file: endpoint({
    method: 'POST',
    path: '/api/stall/files',
    access: 'admin',
    summary: 'Receives notes that a phone saved as a file, by the same rules.',
    body: stallFile,
    output: stallReceived,
    longestBody: 1024 * 1024,
  }),
}
