import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import type { DeskDay } from '#contract/calendar/days.ts'
import type { AnotherDate } from '#contract/calendar/market-day-changes.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { placeName } from './calendar-text.ts'

export type CloseChoice = {
  value: string
  label: string
  note: string
  /** Null: a date still to be chosen. */
  moveTo: number | AnotherDate | null
  /** The day that takes the other days' orders. */
  stays?: number
  cancelRest: boolean
  message: string
}

export const ANOTHER_DATE = 'another'

export function daysOfDate(day: DeskDay, { days }: DeskCalendar): DeskDay[] {
  const isOne = (one: DeskDay) => one.day === day.day && (one.state === 'open' || one.unsettled > 0)
  return days.filter((one) => one.id === day.id || isOne(one))
}

export function closeChoices(
  day: DeskDay,
  closed: readonly DeskDay[],
  calendar: DeskCalendar,
): CloseChoice[] {
  const where = formatList(closed.map(({ placeId }) => placeName(calendar.places, placeId)))
  const cannot = `${where} on ${formatDay(day.day)} ${closed.length > 1 ? 'are' : 'is'} called off.`
  const nothing = { moveTo: null, cancelRest: false }
  return [
    ...sameDays(day, calendar).map((other) => {
      const name = placeName(calendar.places, other.placeId)
      const hours = formatHours(other)
      return {
        value: `day ${other.id}`,
        label: `Same day at ${name}`,
        note: hours,
        moveTo: other.id,
        stays: other.id,
        cancelRest: false,
        message: `${cannot} Please pick up your order the same day at ${name}, ${hours}.`,
      }
    }),
    ...nextDay(day, calendar).map((next) => ({
      value: `day ${next.id}`,
      label: `Next: ${formatDay(next.day)}`,
      cancelRest: false,
      note: closed.length > 1 ? 'Same places' : formatHours(next),
      moveTo: closed.length > 1 ? { day: next.day } : next.id,
      message: `${cannot} ${readyOn(next.day)}`,
    })),
    {
      value: ANOTHER_DATE,
      label: 'Another date…',
      ...nothing,
      note: closed.length > 1 ? 'For all places at once' : 'Same place',
      message: cannot,
    },
    {
      value: 'cancel',
      label: 'Cancel all and give the money back',
      note: 'Every buyer gets the whole amount.',
      ...nothing,
      cancelRest: true,
      message: `${cannot} We’re sorry, we had to cancel your order. You’ll get a full refund.`,
    },
    ...(day.state === 'open'
      ? [
          {
            value: 'later',
            label: 'Close it, deal with orders later',
            note: 'The orders stay on it, and Today keeps reminding you.',
            ...nothing,
            message: cannot,
          },
        ]
      : []),
  ]
}

export function readyOn(day: string): string {
  return `Your order will be ready on ${formatDay(day)} instead.`
}

export function dayAfter({ day }: DeskDay): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

const kindOf = ({ places }: DeskCalendar, placeId: number) =>
  places.find(({ id }) => id === placeId)?.kind

function sameDays(day: DeskDay, calendar: DeskCalendar): DeskDay[] {
  return calendar.days.filter(
    (one) =>
      one.id !== day.id &&
      one.day === day.day &&
      one.state === 'open' &&
      kindOf(calendar, one.placeId) === kindOf(calendar, day.placeId),
  )
}

function nextDay(day: DeskDay, { days }: DeskCalendar): DeskDay[] {
  return days
    .filter((one) => one.placeId === day.placeId && one.state === 'open' && one.day > day.day)
    .slice(0, 1)
}
