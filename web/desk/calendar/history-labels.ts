import { DAY_FIELDS } from '#contract/calendar/days.ts'
import { PLACE_FIELDS } from '#contract/calendar/places.ts'
import { RULE_FIELDS } from '#contract/calendar/rules.ts'
import { historyOf } from '../shared/form-fields.tsx'
import { formatText } from '../shared/format-value.ts'
import { RULE_FORMATS } from './calendar-text.ts'

const capacity = (boxes: unknown) => (boxes === null ? 'any number' : formatText(boxes))

export const PLACE_HISTORY = historyOf(PLACE_FIELDS, {
  zips: (zips) => (Array.isArray(zips) ? zips.join(', ') : 'all of them'),
  isRetired: (isRetired) => (isRetired ? 'given up' : 'in use'),
})

export const RULE_HISTORY = historyOf(RULE_FIELDS, {
  capacity,
  weekday: RULE_FORMATS.weekday,
  everyWeeks: (weeks) => RULE_FORMATS.everyWeeks(weeks).toLowerCase(),
})

export const DAY_HISTORY = historyOf(DAY_FIELDS, { capacity })
