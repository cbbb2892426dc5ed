import { Phone, Undo2 } from 'lucide-react'
import { type CallToMake, calls, personToCall } from '#contract/calendar/calls.ts'
import { formatList } from '#contract/text/format-list.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { CardRow } from '../shared/card.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { useCalendarChange } from './calendar-query.ts'
import { PhoneToCall } from './who-is-told.tsx'

/** One row a person, whatever they have to hear. */
export function OpenCalls({ calls }: { calls: readonly CallToMake[] }) {
  return [...Map.groupBy(calls, personToCall)].map(([person, own]) => (
    <OpenCall key={person} calls={own} />
  ))
}

export function DoneCalls({ calls }: { calls: readonly CallToMake[] }) {
  const madeAtOnce = (one: CallToMake) => `${one.calledAt} ${personToCall(one)}`
  return [...Map.groupBy(calls, madeAtOnce)].map(([key, own]) => <DoneCall key={key} calls={own} />)
}

type CallsProps = { calls: readonly CallToMake[] }

function OpenCall({ calls }: CallsProps) {
  const tick = useTick(true)
  const [one] = calls
  if (!one) return null
  return (
    <CardRow className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <strong className="wrap-anywhere">{one.customerName}</strong>
        <OrderLinks calls={calls} />
        <span className="ml-auto">
          <PhoneToCall phone={one.customerPhone} />
        </span>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">
        {[...new Set(calls.map(whatToSay))].join('\n')}
      </p>
      <p className="mt-1">
        <Button
          variant="quiet"
          busy={tick.isPending}
          aria-label={`Called ${whoOf(calls)}`}
          onClick={() => tick.mutate(calls)}
        >
          <Phone aria-hidden="true" className="size-5" /> Called
        </Button>
      </p>
    </CardRow>
  )
}

function DoneCall({ calls }: CallsProps) {
  const tick = useTick(false)
  const { formatMoment } = useFarmDates()
  const [one] = calls
  if (!one) return null
  return (
    <CardRow className="flex flex-wrap items-center gap-x-3 px-4 py-2">
      <p className="min-w-0 grow wrap-anywhere">
        {one.customerName} <OrderLinks calls={calls} />
        <span className="block text-[0.9375rem] text-bark-deep">
          {one.calledBy ?? 'Farmer'}
          {one.calledAt && `, ${formatMoment(one.calledAt)}`}
        </span>
      </p>
      <Button
        variant="quiet"
        size="sm"
        busy={tick.isPending}
        aria-label={`Not called yet: ${whoOf(calls)}`}
        onClick={() => tick.mutate(calls)}
      >
        <Undo2 aria-hidden="true" className="size-5" /> Undo
      </Button>
    </CardRow>
  )
}

const ordersOf = (calls: readonly CallToMake[]) => [...new Set(calls.map((one) => one.orderId))]

/** `Will Gray, order 7` */
function whoOf(calls: readonly CallToMake[]): string {
  const orders = ordersOf(calls)
  return `${calls[0]?.customerName}, order${orders.length > 1 ? 's' : ''} ${formatList(orders.map(String))}`
}

function OrderLinks({ calls }: CallsProps) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {ordersOf(calls).map((id) => (
        <a
          key={id}
          href={`/admin#orders/${id}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          #{id}
        </a>
      ))}
    </span>
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
