import { z } from 'zod/mini'
import { calendarDay, id, ignored, loadedText } from '../shapes.ts'
import { monthDay } from '../time/season.ts'
import { boxes, hours, hoursChange, loadedHours, loadedNumber } from './hours.ts'
import { confirm } from './plans.ts'

const ruleFields = {
  /** 1: Monday, 7: Sunday. */
  weekday: z
    .int('Please choose a day of the week.')
    .check(
      z.minimum(1, 'Please choose a day of the week.'),
      z.maximum(7, 'Please choose a day of the week.'),
    ),
  everyWeeks: z.literal([1, 2], 'Please choose every week or every second one.'),
  firstDay: calendarDay,
  lastDay: z.nullable(calendarDay),
  /** The yearly season, both ends included; may span the new year. */
  seasonFrom: z.nullable(monthDay),
  seasonUntil: z.nullable(monthDay),
  ...hours,
  /** The most boxes; null: no limit. */
  capacity: boxes,
}

export const dayRule = z.object({ id, placeId: id, ...ruleFields })
export type DeskRule = z.output<typeof dayRule>

export const ruleDraft = z.strictObject({
  placeId: id,
  ...ruleFields,
  everyWeeks: z.optional(ruleFields.everyWeeks),
  /** Today if absent. */
  firstDay: z.optional(calendarDay),
  lastDay: z.optional(ruleFields.lastDay),
  seasonFrom: z.optional(ruleFields.seasonFrom),
  seasonUntil: z.optional(ruleFields.seasonUntil),
  capacity: z.optional(boxes),
  confirm,
})
export type RuleDraft = z.output<typeof ruleDraft>

export const ruleChange = z.strictObject({
  id: z.optional(id),
  placeId: ignored,
  weekday: z.optional(ruleFields.weekday),
  everyWeeks: z.optional(ruleFields.everyWeeks),
  firstDay: z.optional(calendarDay),
  lastDay: z.optional(ruleFields.lastDay),
  seasonFrom: z.optional(ruleFields.seasonFrom),
  seasonUntil: z.optional(ruleFields.seasonUntil),
  ...hoursChange,
  confirm,
  base: z.optional(
    z.object({
      weekday: loadedNumber,
      everyWeeks: loadedNumber,
      firstDay: loadedText,
      lastDay: loadedText,
      seasonFrom: loadedText,
      seasonUntil: loadedText,
      ...loadedHours,
    }),
  ),
})
export type RuleChange = z.output<typeof ruleChange>
