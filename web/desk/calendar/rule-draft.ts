import type { DeskRule } from '#contract/calendar-rules.ts'
import { readMonthDay, typedMonthDay } from '#contract/month-day.ts'
import { formatText } from '../shared/format-value.ts'
import type { Contested } from '../shared/meanwhile-question.tsx'
import { WEEKDAYS } from './calendar-text.ts'
import {
  CONTESTED_HOURS,
  readHours,
  type TypedHours,
  typedHours,
  USUAL_HOURS,
} from './hours-fields.tsx'

export type TypedRule = TypedHours & {
  weekday: string
  everyWeeks: string
  firstDay: string
  lastDay: string
  seasonFrom: string
  seasonUntil: string
}

/** Saturdays, to be ordered until the Thursday before at 8 PM. */
export const BLANK_RULE: TypedRule = {
  ...USUAL_HOURS,
  ...{ weekday: '6', everyWeeks: '1', firstDay: '', lastDay: '', seasonFrom: '', seasonUntil: '' },
}

export function typedRule(rule: DeskRule): TypedRule {
  return {
    ...typedHours(rule),
    weekday: String(rule.weekday),
    everyWeeks: String(rule.everyWeeks),
    firstDay: rule.firstDay,
    lastDay: rule.lastDay ?? '',
    seasonFrom: typedMonthDay(rule.seasonFrom),
    seasonUntil: typedMonthDay(rule.seasonUntil),
  }
}

export type SentRule = ReturnType<typeof readRule>

/** A rule as it is sent; without a first day a new one begins today. */
export function readRule(typed: TypedRule) {
  return {
    ...readHours(typed),
    weekday: Number(typed.weekday),
    everyWeeks: typed.everyWeeks === '2' ? (2 as const) : (1 as const),
    firstDay: typed.firstDay || undefined,
    lastDay: typed.lastDay || null,
    seasonFrom: readMonthDay(typed.seasonFrom),
    seasonUntil: readMonthDay(typed.seasonUntil),
  }
}

export const CONTESTED_RULE: readonly Contested[] = [
  {
    field: 'weekday',
    label: 'Day of the week',
    format: (value) => WEEKDAYS[Number(value) - 1] ?? formatText(value),
  },
  {
    field: 'everyWeeks',
    label: 'How often',
    format: (value) => (String(value) === '2' ? 'Every second week' : 'Every week'),
  },
  ...CONTESTED_HOURS,
  { field: 'firstDay', label: 'First day', format: formatText },
  { field: 'lastDay', label: 'Last day', format: formatText },
  { field: 'seasonFrom', label: 'Season from', format: formatText },
  { field: 'seasonUntil', label: 'Season until', format: formatText },
]
