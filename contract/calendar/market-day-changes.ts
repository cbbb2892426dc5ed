import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { overLimit } from '../orders/order-changes.ts'
import { byId, calendarDay, id, instant, plainText, requiredText } from '../shapes.ts'
import { hours } from './hours.ts'

const MAX_MESSAGE = 1000

/** Idempotency key. Sent again, the change resumes where it stopped and repeats nothing. */
const operation = z.uuid('That is not the id of a change.').check(z.toLowerCase())

const personToCall = z.object({
  id,
  customerName: z.string(),
  customerPhone: z.nullable(z.string()),
})
export type PersonToCall = z.output<typeof personToCall>

const told = { people: z.int(), toCall: z.array(personToCall) }

const newStop = z.object({
  day: z.string(),
  placeName: z.string(),
  opens: z.string(),
  closes: z.string(),
  orderUntil: instant,
  isNew: z.boolean(),
  /** How many boxes it would have, if over its maximum. */
  most: z.optional(z.int()),
  overLimits: z.optional(z.array(overLimit)),
})

const closingPreview = z.object({
  orders: z.int(),
  ...told,
  to: z.array(newStop),
  confirm: z.string(),
})

/** Uses each place's own day on that date, or makes one, at the same hours or at others. */
const anotherDate = z.strictObject({
  day: calendarDay,
  hours: z.optional(z.array(z.strictObject({ marketDayId: id, ...hours }))),
})

const closedDay = z.object({
  moved: z.int(),
  cancelled: z.int(),
  refused: z.array(z.object({ id, message: z.string() })),
  left: z.int(),
  toCall: z.array(personToCall),
})
export type NewStop = z.output<typeof newStop>
export type AnotherDate = z.output<typeof anotherDate>
export type ClosingPreview = z.output<typeof closingPreview>
export type ClosedDay = z.output<typeof closedDay>

const audience = z.object({ ...told, queued: z.int() })
export type DayAudience = z.output<typeof audience>

const changeNotice = z.object({ ...audience.shape, messages: z.array(z.string()) })
export type ChangeNotice = z.output<typeof changeNotice>

/** `toldAt`: when all of `people` but `untold` were told; nobody is told twice without `again`. */
const readyNotice = z.object({
  ...audience.shape,
  untold: z.int(),
  toldAt: z.nullable(instant),
  /** Not notified: their boxes aren't packed yet. */
  unpacked: z.array(personToCall),
})
export type ReadyNotice = z.output<typeof readyNotice>

const unsettledDay = z.object({
  id,
  /** YYYY-MM-DD */
  day: z.string(),
  placeName: z.string(),
  opensAt: instant,
  orders: z.array(personToCall),
})
export type UnsettledDay = z.output<typeof unsettledDay>

export const marketDayChanges = {
  close: deskEndpoint('never', 'POST /api/market-days/{id}/close', {
    summary:
      'Closes a market day, with other places of the same date, and moves or cancels the orders: all places move, or none. Without `confirm`, only says what it would do.',
    params: byId,
    body: z.strictObject({
      id: operation,
      with: z.optional(z.array(id).check(z.maxLength(20, 'At most 20 places at once, please.'))),
      message: plainText(MAX_MESSAGE, 'Please write a message.').check(z.trim()),
      moveTo: z.nullable(z.union([id, anotherDate], 'Please choose another market day.')),
      cancelRest: z.boolean(),
      confirm: z.optional(z.string().check(z.maxLength(64))),
    }),
    output: z.union([closingPreview, closedDay]),
  }),
  message: deskEndpoint('never', 'POST /api/market-days/{id}/message', {
    summary:
      'Emails one message to everybody with an order for a market day, and says who is to be called; with `preview`, only says who hears of it.',
    params: byId,
    body: z.strictObject({
      id: operation,
      message: requiredText(MAX_MESSAGE, 'Please write a message.'),
      preview: z.optional(z.boolean()),
    }),
    output: audience,
  }),
  changeNotice: deskEndpoint('never', 'POST /api/market-days/{id}/change-notice', {
    summary:
      'Tells whoever was told other hours, another place or another end of ordering of a market day what has changed, each once; with `preview`, only says who and what, and with `isKnown`, takes it that they know.',
    params: byId,
    body: z.strictObject({
      preview: z.optional(z.boolean()),
      isKnown: z.optional(z.boolean()),
    }),
    output: changeNotice,
  }),
  ready: deskEndpoint('never', 'POST /api/days/{day}/ready', {
    summary:
      'Emails everybody whose order of a day is packed, at whatever place, that it is ready; who was told before, only with `again`.',
    params: z.strictObject({ day: calendarDay }),
    body: z.strictObject({ again: z.optional(z.boolean()), preview: z.optional(z.boolean()) }),
    output: readyNotice,
  }),
  orderReady: deskEndpoint('never', 'POST /api/orders/{id}/ready', {
    summary:
      'Emails the buyer of one order that it is ready; a buyer who was told of the day before only with `again`.',
    params: byId,
    body: z.strictObject({ again: z.optional(z.boolean()), preview: z.optional(z.boolean()) }),
    output: readyNotice,
  }),
  listUnsettled: deskEndpoint('never', 'GET /api/market-days/unsettled', {
    summary: 'Closed market days with orders that are neither moved, cancelled nor settled.',
    output: z.array(unsettledDay),
  }),
  settleOrder: deskEndpoint('never', 'PUT /api/orders/{id}/settled', {
    summary: 'Marks an order of a closed market day as settled with its buyer, by phone.',
    params: byId,
    body: z.strictObject({ isSettled: z.boolean('Please say yes or no.') }),
  }),
}
