import type { OrderEvent } from '#contract/desk-orders.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

type OrderHistoryProps = { events: readonly OrderEvent[]; buyer: string }

export function OrderHistory({ events, buyer }: OrderHistoryProps) {
  const { formatMoment } = useFarmDates()
  return (
    <ol className="grid gap-2 border-l-2 border-straw pl-4">
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place, and two things may happen at once
        <li key={index}>
          <p className="wrap-anywhere">{formatEvent(event, buyer)}</p>
          <time dateTime={event.at} className="text-[0.9375rem] text-bark-deep">
            {formatMoment(event.at)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function formatEvent({ kind, by, from, to, amount, reason }: OrderEvent, buyer: string): string {
  const money = amount === null ? 'the money' : formatDollars(toCents(amount))
  const label: Record<OrderEvent['kind'], string> = {
    placed: by === 'desk' ? 'The desk wrote the order down.' : `${buyer} placed the order.`,
    noted: `${reason}.`,
    status:
      by === 'buyer'
        ? `${buyer} cancelled the order.`
        : `The desk changed it from ${from} to ${to}.`,
    undone: `The desk took that back: from ${from} to ${to}.`,
    refund: `The desk refunded ${money}: ${reason}`,
    retry: `The desk retried the refund of ${money}.`,
    moved: `The order was moved to ${reason}${amount ? `, and ${money} refunded` : ''}.`.replace(
      '..',
      '.',
    ),
    goods: `The desk changed the order${amount ? ` and refunded ${money}` : ''}${reason ? `: ${reason}` : '.'}`,
    kept: `It was not picked up and is kept until ${reason}.`,
    given_away: 'It was not picked up, and its goods were given away.',
    contact: `The desk corrected the customer’s ${reason}.`,
    erased: 'The customer was erased: name, email, phone, address and notes.',
    dispute: 'The customer disputed the charge with their bank.',
  }
  return label[kind]
}
