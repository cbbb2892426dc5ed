import { z } from 'zod/mini'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { calendarDay, id, ignored } from '../shapes.ts'
import { monthDay } from '../time/season.ts'
import { HOURS_FIELDS } from './hours.ts'
import { confirm } from './plans.ts'

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
  /** The yearly season, both ends included; may span the new year. */
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
