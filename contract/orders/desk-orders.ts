import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { CARD_PROVIDERS } from '../money/payments.ts'
import { tender } from '../money/tenders.ts'
import { readPhone } from '../people/phone-number.ts'
import {
  before,
  byId,
  calendarDay,
  emailAddress,
  fromDay,
  id,
  instant,
  nameText,
  optionalText,
  plainText,
  untilDay,
} from '../shapes.ts'
import { goods, orderChange } from './order-changes.ts'
import { ORDER_STATES, ORDER_STATUSES } from './order-status.ts'
import { order } from './orders.ts'

/** A place's key; `delivery` is every delivery. */
export type OrderPlace = string

export const NO_SUCH_PLACE = 'Please choose a place.'

export const orderFilter = z.strictObject({
  text: optionalText(100).check(
    z.describe('An order’s number, as `7` or `#7`, or how words of a name or email begin'),
  ),
  status: z
    .optional(z.enum(ORDER_STATES, 'Please choose a status.'))
    .check(z.describe('Of this status alone')),
  place: z
    .optional(z.string(NO_SUCH_PLACE).check(z.regex(/^[a-z0-9_]{1,60}$/, NO_SUCH_PLACE)))
    .check(z.describe('Of this place alone, by its key')),
  pickupDate: z
    .optional(z.union([calendarDay, z.literal('none')], 'Please choose a market day.'))
    .check(z.describe('Of this market day; `none`: without one, and still to hand over')),
  pickupBefore: z.optional(calendarDay).check(z.describe('Of market days before this one')),
  orderedFrom: z.optional(fromDay),
  orderedUntil: z.optional(untilDay),
})
export type OrderFilter = z.output<typeof orderFilter>

export const MAX_ORDERS = 500

export const MAX_CHANGES = 200

const chosenOrders = z
  .array(id)
  .check(
    z.minLength(1, 'Please choose at least one order.'),
    z.maxLength(MAX_CHANGES, `At most ${MAX_CHANGES} orders at once, please.`),
  )

const ORDER_SORTS = ['newest', 'packing'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

const CSV_ROWS = ['orders', 'items'] as const
export type CsvRows = (typeof CSV_ROWS)[number]

const howMany = z.pipe(
  z.string().check(
    z.refine(
      (text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_ORDERS,
      `A whole number from 1 to ${MAX_ORDERS}, please.`,
    ),
    z.describe('How many at most'),
  ),
  z.transform(Number),
)

/** In dollars. Fields that a kind doesn't have are null. */
const orderEvent = z.object({
  at: instant,
  /** `bank`: the buyer disputed the charge. */
  by: z.enum(['buyer', 'desk', 'bank']),
  kind: z.enum([
    'placed',
    'status',
    'undone',
    'refund',
    'retry',
    'dispute',
    'erased',
    'moved',
    'goods',
    'kept',
    'given_away',
    'contact',
    'noted',
  ]),
  from: z.nullable(z.enum(ORDER_STATUSES)),
  to: z.nullable(z.enum(ORDER_STATUSES)),
  amount: z.nullable(z.number()),
  /** A refund's reason, a move's new day and place, the corrected contact, or a noted sentence. */
  reason: z.nullable(z.string()),
})
export type OrderEvent = z.output<typeof orderEvent>

export const orderDetail = z.object({
  ...order.shape,
  /** Raised by changes that forms must notice. Sent back with a change. */
  revision: z.int(),
  payment: z.object({
    provider: z.enum(CARD_PROVIDERS),
    reference: z.nullable(z.string()),
    left: z.number(),
  }),
  tenders: z.array(tender),
  isErased: z.boolean(),
  changes: z.array(orderChange),
  history: z.array(orderEvent),
})
export type OrderDetail = z.output<typeof orderDetail>

const changedStatuses = z.object({
  changed: z.array(id),
  refused: z.array(z.object({ id, message: z.string() })),
})
export type ChangedStatuses = z.output<typeof changedStatuses>

/** Phones at the market have its box; `heardAt` is null for one never heard from. */
const atMarket = z.object({
  id,
  phones: z.array(z.object({ label: z.string(), heardAt: z.nullable(instant) })),
})
export type AtMarket = z.output<typeof atMarket>

export const severalIds = z.pipe(
  z
    .string()
    .check(
      z.regex(/^\d{1,9}(?:,\d{1,9}){0,199}$/, `Numbers of at most ${MAX_CHANGES} orders, please.`),
      z.describe('Numbers of orders, with commas between'),
    ),
  z.transform((text) => text.split(',').map(Number)),
)

export const MAX_COUNTED = 5000

const foundOrders = z.object({
  count: z.int(),
  /** Null if not all could be counted. */
  cancelled: z.nullable(z.int()),
  isMore: z.boolean(),
  /** After refunds and changes, in dollars; null if not all could be counted. */
  worth: z.nullable(z.number()),
  refunded: z.nullable(z.number()),
})
export type FoundOrders = z.output<typeof foundOrders>

/** Absent fields stay; empty text removes a phone or note. */
export const orderContact = z.strictObject({
  name: z.optional(nameText(120, 'Please enter a name.')),
  email: z.optional(emailAddress('Please enter an email address.')),
  phone: z.optional(plainText(40, 'Must be text.').check(z.overwrite(readPhone))),
  notes: z.optional(plainText(2000, 'Must be text.').check(z.trim())),
})
export type OrderContact = z.output<typeof orderContact>

export const deskOrders = {
  atMarket: deskEndpoint('never', 'GET /api/orders/at-market', {
    token: 'orders:read',
    summary: 'Which of these orders are at the market, and when its phones were last heard from.',
    query: z.strictObject({ ids: severalIds }),
    output: z.array(atMarket),
  }),
  list: deskEndpoint('never', 'GET /api/orders', {
    token: 'orders:read',
    summary:
      'Orders, newest first (or, of the newest 500, in packing order), at most 500; the Link header names the next page.',
    query: z.strictObject({
      ...orderFilter.shape,
      before,
      limit: z.optional(howMany),
      sort: z
        .optional(z.enum(ORDER_SORTS, 'Please choose an order.'))
        .check(z.describe('Their order')),
    }),
    output: z.array(order),
  }),
  filterChoices: deskEndpoint('never', 'GET /api/orders/filters', {
    token: 'orders:read',
    summary:
      'The places and the next market days that orders can be filtered by, with how many there are.',
    output: z.object({
      /** In the farmer's order. Removed places are listed only while they have orders. */
      places: z.array(
        z.object({
          key: z.string(),
          kind: z.enum(['pickup', 'delivery']),
          name: z.string(),
          isRetired: z.boolean(),
        }),
      ),
      /** The farm's date, YYYY-MM-DD. */
      today: z.string(),
      /** Days with orders that stand, from today on, next one first; `count` is for all places. */
      days: z.array(
        z.object({
          day: z.string(),
          count: z.int(),
          places: z.array(z.object({ key: z.string(), count: z.int() })),
        }),
      ),
      /** Orders without a day that are still to hand over. */
      withoutDay: z.int(),
    }),
  }),
  show: deskEndpoint('never', 'GET /api/orders/{id}', {
    token: 'orders:read',
    summary: 'One order with its payment and its history.',
    params: byId,
    output: orderDetail,
  }),
  mailAddLink: deskEndpoint('never', 'POST /api/orders/{id}/add-link', {
    summary: 'Emails an order’s customer the link by which they add to it themselves.',
    params: byId,
    output: z.object({ to: z.string() }),
  }),
  erasePerson: deskEndpoint('never', 'DELETE /api/orders/{id}/person', {
    summary:
      'Permanently erases the name, email, phone, address and notes of an order’s customer, unless the order or its payment still needs them; items, amounts and dates stay.',
    params: byId,
    output: orderDetail,
  }),
  changeStatuses: deskEndpoint('if-refunds', 'POST /api/orders/status', {
    token: 'orders:write',
    summary:
      'Sets the status of several orders, each by the rule for one; cancelled ones only if they may reopen. Reports which could not be changed and why.',
    body: z.strictObject({
      ids: chosenOrders,
      status: z.enum(ORDER_STATUSES, 'Please choose a status.'),
      goods: z.optional(goods),
      /** Whether canceled orders change too; by default they don't. */
      mayReopen: z.optional(z.boolean()),
    }),
    output: changedStatuses,
  }),
  export: deskEndpoint('never', 'GET /api/orders.csv', {
    token: 'orders:read',
    summary:
      'The orders matching a filter, as a spreadsheet, newest first, however many there are; dates by the farm’s clock.',
    query: z.strictObject({
      ...orderFilter.shape,
      rows: z
        .optional(z.enum(CSV_ROWS, 'Please choose what a row is.'))
        .check(z.describe('What a row is')),
    }),
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
  sum: deskEndpoint('never', 'GET /api/orders/found', {
    token: 'orders:read',
    summary: `How many orders a filter finds, and what they are worth together; at most ${MAX_COUNTED} are counted.`,
    query: orderFilter,
    output: foundOrders,
  }),
  undoStatus: deskEndpoint('never', 'POST /api/orders/undo', {
    summary:
      'Undoes the latest change of status, for orders that still have the given one; reports which failed and why. Never moves money.',
    body: z.strictObject({
      ids: chosenOrders,
      status: z.enum(ORDER_STATUSES, 'Please choose a status.'),
    }),
    output: changedStatuses,
  }),
  changeContact: deskEndpoint('never', 'PUT /api/orders/{id}/contact', {
    summary:
      'Corrects the name, email, phone or note of an order’s customer; a corrected address gets the confirmation again.',
    params: byId,
    body: z.strictObject({
      ...orderContact.shape,
      revision: z.int('Please open the order again.'),
    }),
    output: orderDetail,
  }),
}
