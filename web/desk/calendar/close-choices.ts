import type { DeskCalendar } from '#contract/calendar.ts'
import type { DeskDay } from '#contract/calendar-days.ts'
import { formatDay } from '#contract/date-format.ts'
import { formatHours } from '#contract/wall-time.ts'
import { placeName } from './calendar-text.ts'

export type CloseChoice = {
  value: string
  label: string
  note: string
  moveTo: number | null
  cancelRest: boolean
  message: string
}

export function closeChoices(day: DeskDay, calendar: DeskCalendar): CloseChoice[] {
  const where = placeName(calendar.places, day.placeId)
  const closed = `${where} on ${formatDay(day.day)} cannot take place.`
  const nothing = { moveTo: null, cancelRest: false }
  return [
    ...sameDays(day, calendar).map((other) => {
      const name = placeName(calendar.places, other.placeId)
      const hours = formatHours(other)
      return {
        ...{ value: `day ${other.id}`, label: `Same day at ${name}`, note: hours },
        ...{ moveTo: other.id, cancelRest: false },
        message: `${closed} Please pick up your order the same day at ${name}, ${hours}.`,
      }
    }),
    ...nextDay(day, calendar).map((next) => ({
      ...{
        value: `day ${next.id}`,
        label: `Next: ${formatDay(next.day)}`,
        note: formatHours(next),
      },
      ...{ moveTo: next.id, cancelRest: false },
      message: `${closed} Your order will be ready on ${formatDay(next.day)} instead.`,
    })),
    {
      value: 'cancel',
      label: 'Cancel all and give the money back',
      note: 'Every buyer gets the whole amount.',
      ...nothing,
      cancelRest: true,
      message: `${closed} We are sorry: we had to cancel your order, and you get your money back.`,
    },
    ...(day.state === 'open'
      ? [
          {
            ...{ value: 'later', label: 'Only close it, decide later' },
            note: 'The orders stay on it, and the desk keeps reminding you.',
            ...nothing,
            message: closed,
          },
        ]
      : []),
  ]
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
