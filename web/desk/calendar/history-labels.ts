import { formatDollarsOrNone, formatText } from '../shared/format-value.ts'
import type { HistoryLabels } from '../shared/history.tsx'
import { WEEKDAYS } from './calendar-text.ts'

const HOURS: HistoryLabels = {
  opens: { label: 'From' },
  closes: { label: 'Until' },
  orderDays: { label: 'Order until, days before' },
  orderTime: { label: 'Order until, at' },
  capacity: {
    label: 'At most how many boxes',
    format: (boxes) => (boxes === null ? 'any number' : formatText(boxes)),
  },
}

export const PLACE_HISTORY: HistoryLabels = {
  name: { label: 'Name' },
  address: { label: 'Address' },
  mapUrl: { label: 'Link to a map' },
  note: { label: 'What buyers must know' },
  zips: {
    label: 'ZIP codes',
    format: (zips) => (Array.isArray(zips) ? zips.join(', ') : 'all of them'),
  },
  fee: { label: 'Delivery fee', format: formatDollarsOrNone },
  minimum: { label: 'Minimum', format: formatDollarsOrNone },
  daysAhead: { label: 'How many days buyers can choose from' },
  position: { label: 'Position' },
  isRetired: { label: 'Place', format: (isRetired) => (isRetired ? 'given up' : 'in use') },
}

export const RULE_HISTORY: HistoryLabels = {
  weekday: {
    label: 'Day of the week',
    format: (weekday) => WEEKDAYS[Number(weekday) - 1] ?? formatText(weekday),
  },
  everyWeeks: {
    label: 'How often',
    format: (weeks) => (weeks === 2 ? 'every second week' : 'every week'),
  },
  firstDay: { label: 'First day' },
  lastDay: { label: 'Last day' },
  seasonFrom: { label: 'Season from' },
  seasonUntil: { label: 'Season until' },
  ...HOURS,
}

export const DAY_HISTORY: HistoryLabels = { ...HOURS, state: { label: 'Day' } }
