import { z } from 'zod/mini'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { calendarDay, id, instant, optionalText } from '../shapes.ts'
import { HOURS_FIELDS } from './hours.ts'

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
  /** Orders on a closed day that were neither moved, cancelled nor settled by phone. */
  unsettled: z.int(),
})
export type DeskDay = z.output<typeof deskDay>

/** How many units of the shared stock the day's standing orders take, and the day's limit. */
export const dayProduct = z.object({
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

export const pause = z.nullable(
  z.object({ message: z.string(), since: instant, resumesAt: z.nullable(instant) }),
)

export const pauseChange = z.strictObject({
  isPaused: z.boolean('Must be true or false.'),
  message: optionalText(500),
  resumesAt: z.optional(z.nullable(instant)),
})
export type PauseChange = z.output<typeof pauseChange>
