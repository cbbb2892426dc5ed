import { z } from 'zod/mini'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { calendarDay, id, ignored, instant, optionalText } from '../shapes.ts'
import { monthDay } from '../time/season.ts'
import { HOURS_FIELDS } from './hours.ts'

/** Sent back so that exactly what was shown gets done. */
const planHash = z
  .string('Please confirm by the hash of the plan.')
  .check(
    z.regex(/^[0-9a-f]{32}$/, 'Please confirm by the hash of the plan.'),
    z.describe('The hash of the plan that the call without it showed'),
  )
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
  /** Days left alone: they have orders, or were made or edited by hand. */
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

const NO_WEEKDAY = 'Please choose a day of the week.'
const yearly = z.optional(z.nullable(monthDay))

export const RULE_FIELDS = {
  /** 1: Monday, 7: Sunday. */
  weekday: {
    kind: 'count',
    label: 'Day of the week',
    shape: z.int(NO_WEEKDAY).check(z.minimum(1, NO_WEEKDAY), z.maximum(7, NO_WEEKDAY)),
  },
  everyWeeks: {
    kind: 'count',
    label: 'How often',
    noun: 'number of weeks',
    shape: z.optional(z.literal([1, 2], 'Choose every week or every other week.')),
  },
  ...HOURS_FIELDS,
  /** Today if absent. */
  firstDay: { kind: 'day', label: 'First day', shape: z.optional(calendarDay) },
  lastDay: { kind: 'day', label: 'Last day', shape: z.optional(z.nullable(calendarDay)) },
  /** The yearly season, both ends included. May span the new year. */
  seasonFrom: { kind: 'season', label: 'Season from', noun: 'start of the season', shape: yearly },
  seasonUntil: { kind: 'season', label: 'Season until', noun: 'end of the season', shape: yearly },
} as const satisfies Fields

const ruleFields = shapesOf(RULE_FIELDS)

export const dayRule = z.object({
  id,
  placeId: id,
  ...z.required(z.object(ruleFields)).shape,
})
export type DeskRule = z.output<typeof dayRule>

export const ruleDraft = z.strictObject({ placeId: id, ...ruleFields, confirm })
export type RuleDraft = z.output<typeof ruleDraft>

export const ruleChange = z.strictObject({
  ...changeShapes(RULE_FIELDS),
  placeId: ignored,
  confirm,
})
export type RuleChange = z.output<typeof ruleChange>
