import { PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDollars, times, toCents } from '#contract/money/money.ts'
import { givenBackOf } from '#contract/money/refunds.ts'
import { isUnpaid } from '#contract/money/standing.ts'
import type { OrderDetail, OrderEvent } from '#contract/orders/desk-orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChangeSums } from '#web/ui/change-sums.tsx'
import { phoneHref } from '#web/ui/phone-href.ts'
import { OrderLine, OrderSums } from '#web/ui/sum-list.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { Notice } from '../shared/notice.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { orderDialog } from './order-address.ts'
import { OrderBox } from './order-box.tsx'
import { formatDestination, formatPlaced, paymentLabel, STATUS_VARIANTS } from './order-labels.ts'
import { PickedUpBadge } from './order-marks.tsx'
import { OrderPayment } from './order-payment.tsx'
import { OrderStatusSelect } from './order-status-select.tsx'
import { UnpaidMark } from './unpaid-mark.tsx'

export function OrderFacts({ order }: { order: OrderDetail }) {
  const { day, time } = formatPlaced(order.createdAt, useFarmDates())
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-[1.2fr_1fr]">
      {order.disputedAt && <DisputeNote at={order.disputedAt} />}
      <div className="col-span-full flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge variant={STATUS_VARIANTS[order.status]} className="capitalize">
            {order.status}
          </Badge>
          <PickedUpBadge order={order} />
          <UnpaidMark order={order} />
          {!(order.balance && isUnpaid(order)) && (
            <Badge variant="outline">{paymentLabel(order)}</Badge>
          )}
          {order.testMode && <TestBadge />}
          <span className="text-bark-deep">
            {day}, {time}
          </span>
        </p>
        <div className="w-44">
          <OrderStatusSelect order={order} place="order" />
        </div>
      </div>
      <div className="grid content-start gap-6">
        <Section title="Items">
          <OrderLines order={order} />
        </Section>
        <Customer order={order} />
        <Destination order={order} />
        <Section title="Box">
          <OrderBox order={order} />
        </Section>
      </div>
      <div className="grid content-start gap-6">
        <Section title="Payment">
          <OrderPayment order={order} />
        </Section>
        <Section title="History">
          <OrderHistory events={order.history} buyer={order.customerName} />
        </Section>
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 text-lg">{title}</h3>
      {children}
    </section>
  )
}

function DisputeNote({ at }: { at: string }) {
  const { formatDate } = useFarmDates()
  return (
    <Notice tone="failure" className="col-span-full">
      The customer disputed this charge with their bank on {formatDate(at)}. Please respond at your
      card provider; do not refund it here as well.
    </Notice>
  )
}

const LINK = 'inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere'

function Customer({ order }: { order: OrderDetail }) {
  const { customerName, customerEmail, customerPhone, notes, isErased } = order
  const address = orderDialog(order.id, 'contact')
  return (
    <Section title="Customer">
      <p className="font-semibold wrap-anywhere">{customerName}</p>
      <p className="flex flex-wrap gap-x-5">
        {customerPhone && (
          <a href={phoneHref(customerPhone)} className={LINK}>
            {customerPhone}
          </a>
        )}
        {customerEmail && (
          <a href={`mailto:${customerEmail}`} className={LINK}>
            {customerEmail}
          </a>
        )}
      </p>
      {notes && (
        <p className="mt-1 rounded-xl bg-paper px-4 py-3 whitespace-pre-line wrap-anywhere">
          <span className="sr-only">Note: </span>
          {notes}
        </p>
      )}
      {!isErased && (
        <Button variant="plain" size="sm" className="-ml-3" onClick={() => openDialog(address)}>
          <PencilLine aria-hidden="true" className="size-5" />
          Correct the contact
        </Button>
      )}
      {!isErased && (
        <DialogAt address={address} holds="customers">
          {(dialog) => <ContactDialog order={order} {...dialog} />}
        </DialogAt>
      )}
    </Section>
  )
}

function Destination({ order }: { order: OrderDetail }) {
  const { title, lines } = formatDestination(order)
  return (
    <Section title={title}>
      {lines.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </Section>
  )
}

function OrderLines({ order }: { order: OrderDetail }) {
  const givenBack = givenBackOf(order)
  return (
    <>
      <ul className="mb-3">
        {order.items
          .filter(({ quantity }) => quantity > 0)
          .map((item) => (
            <OrderLine
              key={item.productId}
              item={item}
              amount={times(toCents(item.price), item.quantity)}
            >
              {item.standing < item.quantity && item.returned === 0 && (
                <span className="block text-[0.9375rem] font-semibold tabular-nums">
                  {item.standing} left
                </span>
              )}
              {item.returned > 0 && (
                <span className="block text-[0.9375rem] font-semibold tabular-nums">
                  {item.returned} refunded, {item.standing} left
                </span>
              )}
            </OrderLine>
          ))}
      </ul>
      <OrderSums order={order} />
      <ChangeSums changes={order.changes} refunded={givenBack} total={toCents(order.total)} />
    </>
  )
}

type OrderHistoryProps = { events: readonly OrderEvent[]; buyer: string }

function OrderHistory({ events, buyer }: OrderHistoryProps) {
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
