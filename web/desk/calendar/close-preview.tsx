import { Fragment } from 'react'
import type { DeskCalendar, DeskDay } from '#contract/calendar/calendar.ts'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import type {
  AnotherDate,
  ClosedDay,
  ClosingPreview,
} from '#contract/calendar/market-day-changes.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { DAY } from '#contract/time/durations.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { placeName } from './calendar-text.ts'
import { WhoIsTold } from './who-is-told.tsx'

type PreviewProps = {
  plan: Omit<ClosingPreview, 'confirm'>
  chosen: CloseChoice
  message: string
  isNew: boolean
}

export function ClosePreview({ plan, chosen, message, isNew }: PreviewProps) {
  const timeZone = useFarmTimeZone()
  const isNotified = plan.to.length > 0 || chosen.cancelRest
  return (
    <div className="grid gap-4">
      {isNew && (
        <Notice tone="warning" role="alert">
          Somebody ordered or canceled in the meantime. Please look again.
        </Notice>
      )}
      <p className="text-lg font-semibold">
        {plan.to.length > 0
          ? `${formatOrders(plan.orders)} ${plan.orders === 1 ? 'moves' : 'move'} to:`
          : `${formatOrders(plan.orders)}: ${chosen.label}`}
      </p>
      {plan.to.length > 0 && (
        <ul>
          {plan.to.map((stop) => (
            <li key={`${stop.placeName} ${stop.day}`}>
              <b>{formatDay(stop.day)}</b>, {stop.placeName}, {formatHours(stop)}
              {stop.isNew && `; order by ${formatCutoff(stop, timeZone)}`}
            </li>
          ))}
        </ul>
      )}
      {plan.orders > 0 && !isNotified && <p>Nobody is told yet.</p>}
      {isNotified && <WhoIsTold people={plan.people} toCall={plan.toCall} />}
      {plan.to.map(({ placeName, most, overLimits }) => (
        <Fragment key={placeName}>
          {most && (
            <Notice tone="warning">
              {placeName} then has {most} orders, more than you set: it takes them all the same.
            </Notice>
          )}
          {overLimits?.map((limit) => (
            <Notice key={limit.name} tone="warning">
              {`${limit.name}: ${placeName} then has ${limit.units}, more than the ${limit.most} you set.`}
            </Notice>
          ))}
        </Fragment>
      ))}
      {message && (
        <p className="rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">{message}</p>
      )}
    </div>
  )
}

type RefusedProps = DialogProps & { list: ClosedDay['refused'] }

export function RefusedOrders({ list, onClose, open }: RefusedProps) {
  return (
    <FormDialog
      title={`${formatOrders(list.length)} stayed`}
      open={open}
      onClose={onClose}
      onSubmit={onClose}
      save={{ label: 'Close', busy: false }}
    >
      <ul className="grid gap-2">
        {list.map(({ id, message }) => (
          <li key={id}>
            <a href={`#orders/${id}`} className="font-semibold underline underline-offset-4">
              #{id}
            </a>{' '}
            {message}
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

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
  return new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
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
