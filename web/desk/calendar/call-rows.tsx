import { Phone, Undo2 } from 'lucide-react'
import { type CallToMake, calls } from '#contract/calendar/calls.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { CardRow } from '../shared/card.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useCalendarChange } from './calendar-query.ts'
import { PhoneToCall } from './who-is-told.tsx'

export const keyOf = ({ orderId, about }: CallToMake) => `${orderId} ${about}`

export function OpenCall({ call: one }: { call: CallToMake }) {
  const tick = useTick(true)
  return (
    <CardRow className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <strong className="wrap-anywhere">{one.customerName}</strong>
        <OrderLink call={one} />
        <span className="ml-auto">
          <PhoneToCall phone={one.customerPhone} />
        </span>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{whatToSay(one)}</p>
      <p className="mt-1">
        <Button
          variant="quiet"
          busy={tick.isPending}
          aria-label={`Called ${one.customerName}, order ${one.orderId}`}
          onClick={() => tick.mutate([one])}
        >
          <Phone aria-hidden="true" className="size-5" /> Called
        </Button>
      </p>
    </CardRow>
  )
}

export function DoneCall({ call: one }: { call: CallToMake }) {
  const tick = useTick(false)
  const { formatMoment } = useFarmDates()
  return (
    <CardRow className="flex flex-wrap items-center gap-x-3 px-4 py-2">
      <p className="min-w-0 grow wrap-anywhere">
        {one.customerName} <OrderLink call={one} />
        <span className="block text-[0.9375rem] text-bark-deep">
          {one.calledBy ?? 'Farmer'}
          {one.calledAt && `, ${formatMoment(one.calledAt)}`}
        </span>
      </p>
      <Button
        variant="quiet"
        size="sm"
        busy={tick.isPending}
        aria-label={`Not called yet: ${one.customerName}, order ${one.orderId}`}
        onClick={() => tick.mutate([one])}
      >
        <Undo2 aria-hidden="true" className="size-5" /> Undo
      </Button>
    </CardRow>
  )
}

function OrderLink({ call: { orderId } }: { call: CallToMake }) {
  return (
    <a
      href={`/admin#orders/${orderId}`}
      className="inline-flex min-h-11 items-center underline underline-offset-4"
    >
      #{orderId}
    </a>
  )
}

function whatToSay({ kind, day, placeName, message }: CallToMake): string {
  const where = `${formatDay(day)}, ${placeName}`
  const words = message === '' ? [] : [message]
  const first = {
    moved: [`Their order was moved to ${where}.`],
    cancelled: [`Their order for ${where} was canceled.`],
    ready: [`Their order is ready: ${where}.`],
    message: [`About their order for ${where}:`],
    changed: [`About their order for ${where}:`],
  }[kind]
  return [...first, ...words].join('\n')
}

export function useTick(isCalled: boolean) {
  return useCalendarChange({
    send: (ticked: readonly CallToMake[]) => {
      const named = ticked.map(({ orderId, about }) => ({ orderId, about }))
      return call(calls.tick, { body: { calls: named, isCalled } })
    },
    done: isCalled ? 'Checked off' : 'Back on the list',
    failed: 'Not saved, please tap again',
  })
}
