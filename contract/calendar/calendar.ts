import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { byId, calendarDay, id, instant, optionalText } from '../shapes.ts'
import { HOURS_FIELDS } from './hours.ts'
import { deskPlace, placeChange, placeDraft } from './places.ts'
import { calendarPlan, closure, closureDraft, confirm, ruleChange, ruleDraft } from './rules.ts'

export const deskDay = z.object({
  id,
  placeId: id,
  day: z.string(),
  opens: z.string(),
  closes: z.string(),
  orderDays: z.int(),
  orderTime: z.string(),
  capacity: z.nullable(z.int()),
  opensAt: instant,
  closesAt: instant,
  orderUntil: instant,
  state: z.enum(['open', 'closed']),
  message: z.string(),
  ruleId: z.nullable(id),
  /** Made or edited by hand: no rule or closure changes it. */
  byHand: z.boolean(),
  orders: z.int(),
  /** Orders on a closed day that were not moved, canceled or settled by phone. */
  unsettled: z.int(),
})
export type DeskDay = z.output<typeof deskDay>

/** How much of the shared stock the day's standing orders take, in units, and the day's limit. */
const dayProduct = z.object({
  productId: id,
  name: z.string(),
  ordered: z.int(),
  orderedForOthers: z.int(),
  forSale: z.int(),
  /** Null: no limit. */
  most: z.nullable(z.int()),
  isOwnMost: z.boolean(),
})
export type DayProduct = z.output<typeof dayProduct>

export const daysDraft = z.strictObject({
  placeId: id,
  days: z
    .array(calendarDay, 'Please choose at least one day.')
    .check(
      z.minLength(1, 'Please choose at least one day.'),
      z.maxLength(60, 'At most 60 days at once, please.'),
    ),
  ...shapesOf(HOURS_FIELDS),
})
export type DaysDraft = z.output<typeof daysDraft>

export const DAY_FIELDS = {
  ...HOURS_FIELDS,
  state: {
    kind: 'choice',
    label: 'Day',
    shape: z.literal('open', 'To close a day, decide what happens to its orders.'),
  },
} as const satisfies Fields

export const dayChange = z.strictObject(changeShapes(DAY_FIELDS))
export type DayChange = z.output<typeof dayChange>

const pause = z.nullable(
  z.object({ message: z.string(), since: instant, resumesAt: z.nullable(instant) }),
)

export const pauseChange = z.strictObject({
  isPaused: z.boolean('Must be true or false.'),
  message: optionalText(500),
  resumesAt: z.optional(z.nullable(instant)),
})
export type PauseChange = z.output<typeof pauseChange>

const deskCalendar = z.object({
  places: z.array(deskPlace),
  closures: z.array(closure),
  /** Null while orders are taken. */
  pause,
  days: z.array(deskDay),
})
export type DeskCalendar = z.output<typeof deskCalendar>

const confirmed = z.strictObject({ confirm })

/** Rules and closures take two steps: a preview, then the change once its hash is sent back. */
export const calendar = {
  show: deskEndpoint('never', 'GET /api/calendar', {
    summary: 'Places with their rules, closures, the pause, and the days from today on.',
    output: deskCalendar,
  }),
  createPlace: deskEndpoint('never', 'POST /api/places', {
    summary: 'Adds a pickup place or delivery zone; its key is made from its name.',
    body: placeDraft,
    output: deskPlace,
    status: 201,
  }),
  changePlace: deskEndpoint('never', 'PUT /api/places/{id}', {
    summary: 'Changes any part of a place but its key, moves it, retires it or brings it back.',
    params: byId,
    body: placeChange,
    output: deskPlace,
  }),
  createRule: deskEndpoint('never', 'POST /api/day-rules', {
    summary: 'Shows which days a new rule makes; with `confirm` it makes them.',
    body: ruleDraft,
    output: calendarPlan,
  }),
  changeRule: deskEndpoint('never', 'PUT /api/day-rules/{id}', {
    summary: 'Shows which days a changed rule makes, changes and removes; with `confirm` it does.',
    params: byId,
    body: ruleChange,
    output: calendarPlan,
  }),
  deleteRule: deskEndpoint('never', 'DELETE /api/day-rules/{id}', {
    summary: 'Shows which days go with a rule; with `confirm` they go, except those with orders.',
    params: byId,
    query: confirmed,
    output: calendarPlan,
  }),
  createClosure: deskEndpoint('never', 'POST /api/closures', {
    summary: 'Shows which days a closure closes; with `confirm` it does.',
    body: closureDraft,
    output: calendarPlan,
  }),
  deleteClosure: deskEndpoint('never', 'DELETE /api/closures/{id}', {
    summary: 'Shows which days open again without a closure; with `confirm` they do.',
    params: byId,
    query: confirmed,
    output: calendarPlan,
  }),
  createDays: deskEndpoint('never', 'POST /api/market-days', {
    summary: 'Adds market days by hand, which no rule changes.',
    body: daysDraft,
    output: z.array(deskDay),
    status: 201,
  }),
  changeDay: deskEndpoint('never', 'PUT /api/market-days/{id}', {
    summary: 'Changes hours, end of ordering and number of boxes of one day, or opens it again.',
    params: byId,
    body: dayChange,
    output: deskDay,
  }),
  listDayProducts: deskEndpoint('never', 'GET /api/market-days/{id}/products', {
    summary: 'What was ordered for one day, for the others to come, and what is still for sale.',
    params: byId,
    output: z.array(dayProduct),
  }),
  changePause: deskEndpoint('never', 'PUT /api/pause', {
    summary: 'Pauses orders, with words for buyers and an end; or resumes them.',
    body: pauseChange,
    output: z.object({ pause }),
  }),
}
