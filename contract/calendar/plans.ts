import { z } from 'zod/mini'
import { calendarDay, id, instant, optionalText } from '../shapes.ts'

/** Sent back so that exactly what was shown is done. */
const planHash = z
  .string('Please confirm by the hash of the plan.')
  .check(z.regex(/^[0-9a-f]{32}$/, 'Please confirm by the hash of the plan.'))
export const confirm = z.optional(planHash)

const planned = z.object({
  placeId: id,
  day: z.string(),
  opens: z.string(),
  closes: z.string(),
  orderUntil: instant,
  capacity: z.nullable(z.int()),
  state: z.enum(['open', 'closed']),
})

export const calendarPlan = z.object({
  hash: planHash,
  isDone: z.boolean(),
  id: z.nullable(id),
  made: z.array(planned),
  changed: z.array(planned),
  removed: z.array(z.object({ placeId: id, day: z.string() })),
  /** Unchanged days: they have orders, or were made or edited by hand. */
  kept: z.array(
    z.object({ id, placeId: id, day: z.string(), orders: z.int(), byHand: z.boolean() }),
  ),
})
export type CalendarPlan = z.output<typeof calendarPlan>

export const closure = z.object({
  id,
  /** Null: every place. */
  placeId: z.nullable(id),
  fromDay: z.string(),
  untilDay: z.string(),
  message: z.string(),
})

export const closureDraft = z.strictObject({
  placeId: z.optional(z.nullable(id)),
  fromDay: calendarDay,
  untilDay: calendarDay,
  message: optionalText(500),
  confirm,
})
export type ClosureDraft = z.output<typeof closureDraft>
