import { useQueries } from '@tanstack/react-query'
import { Ellipsis, Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDollars, formatMoney, sum, times, toCents } from '#contract/money/money.ts'
import { givenBackOf } from '#contract/money/refunds.ts'
import { isUnpaid } from '#contract/money/standing.ts'
import type { OrderDetail, OrderEvent } from '#contract/orders/desk-orders.ts'
import { isToPack } from '#contract/orders/order-status.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { CallLinks } from '#web/ui/call-links.tsx'
import { ChangeSums } from '#web/ui/change-sums.tsx'
import { OrderSums, TaxLines } from '#web/ui/sum-list.tsx'
import { MailList, useMailsOf } from '../mail/mails-page.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { Notice } from '../shared/notice.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { Item } from './change-draft.ts'
import { OrderBox } from './order-box.tsx'
import { formatDestination, paymentLabel } from './order-labels.ts'
import { PickedUpBadge, UnpaidMark } from './order-marks.tsx'
import { OrderPayment } from './order-payment.tsx'
import { StatusBadgeSelect } from './order-status-select.tsx'
import { canBeChanged, orderDialog, orderQuery } from './orders-query.ts'
import { ProductPicker, Stepper } from './product-picker.tsx'
import type { Addition } from './use-addition.ts'

type OrderFactsProps = { order: OrderDetail; addition: Addition }

export function OrderFacts({ order, addition }: OrderFactsProps) {
  const { formatDate, formatShortDate, formatTime } = useFarmDates()
  const sent = useMailsOf([order])
  return (
    <div className="grid grid-cols-1 gap-5">
      {order.disputedAt && (
        <Notice tone="failure">
          The customer disputed this charge with their bank on {formatDate(order.disputedAt)}.
          Please respond at your card provider; do not refund it here as well.
        </Notice>
      )}
      <Customer order={order} />
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadgeSelect order={order} place="order" />
        <PickedUpBadge order={order} />
        {order.balance && order.balance.due > 0 && isToPack(order) ? (
          <Badge variant="secondary">To pay {formatMoney(order.balance.due)}</Badge>
        ) : (
          <UnpaidMark order={order} />
        )}
        {!(order.balance && isUnpaid(order)) && (
          <Badge variant="outline">{paymentLabel(order)}</Badge>
        )}
        {order.orderedOnline && <Badge variant="outline">Ordered online</Badge>}
        {order.testMode && <TestBadge />}
        <span className="text-bark-deep">
          {formatShortDate(order.createdAt)}, {formatTime(order.createdAt)}
        </span>
      </p>
      <Items order={order} addition={addition} />
      <Section title="Box">
        <OrderBox order={order} />
      </Section>
      <Section title="Payment">
        <OrderPayment order={order} />
      </Section>
      {sent.length > 0 && (
        <Section title="Emails">
          <MailList mails={sent} />
        </Section>
      )}
      <Section title="History">
        <OrderHistory events={order.history} buyer={order.customerName} />
      </Section>
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

function Customer({ order }: { order: OrderDetail }) {
  const { id, customerName, customerEmail, customerPhone, notes, isErased } = order
  return (
    <section aria-label="Customer">
      <p className="text-lg font-semibold wrap-anywhere">
        {isErased ? (
          customerName
        ) : (
          <a href={`#customers/${id}`} className="underline underline-offset-4">
            {customerName}
          </a>
        )}
      </p>
      <p className="text-bark-deep wrap-anywhere">
        {[customerPhone, customerEmail].filter(Boolean).join(' · ')}
      </p>
      <div className="mt-2 flex gap-2">
        {customerPhone && <CallLinks phone={customerPhone} className="grow px-3!" />}
        {customerEmail && (
          <a
            href={`mailto:${customerEmail}`}
            aria-label={`Email ${customerEmail}`}
            className={buttonLook({ variant: 'quiet' }, 'grow px-3!')}
          >
            <Mail aria-hidden="true" className="size-5" />
            Email
          </a>
        )}
        <Button
          variant="quiet"
          size="icon"
          aria-label="More about this order"
          title="More"
          onClick={() => openDialog(orderDialog(id, 'more'))}
        >
          <Ellipsis aria-hidden="true" className="size-5" />
        </Button>
      </div>
      {notes && (
        <p className="mt-3 rounded-xl bg-paper px-4 py-3 whitespace-pre-line wrap-anywhere">
          <span className="sr-only">Note: </span>
          {notes}
        </p>
      )}
    </section>
  )
}

/** What is ordered, with more and less of it, what is due, and where it goes. */
function Items({ order, addition }: OrderFactsProps) {
  const [less, setLess] = useState<number | null>(null)
  const change = orderDialog(order.id, 'change')
  const canChange = canBeChanged(order)
  const taken = new Set(order.items.flatMap((item) => (item.standing > 0 ? item.productId : [])))
  const open = (productId: number | null) => {
    setLess(productId)
    openDialog(change)
  }
  const others = addition.lines.filter(({ product }) => !taken.has(product.id))
  return (
    <Section title="Items">
      <ul className="mb-3">
        {order.items
          .filter(({ quantity }) => quantity > 0)
          .map((item) => (
            <Line key={item.productId} item={item}>
              {canChange && taken.has(item.productId) && (
                <MoreOrLess item={item} addition={addition} onLess={() => open(item.productId)} />
              )}
            </Line>
          ))}
        {others.map(({ product, units }) => (
          <li key={product.id} className={LINE}>
            <LineText name={product.name} note={`${formatMoney(product.price)} each`} />
            <Stepper
              name={product.name}
              quantity={units}
              max={product.stock}
              onStep={(by) => addition.step(product.id, by)}
            />
          </li>
        ))}
      </ul>
      {canChange && !order.isErased && (
        <ProductPicker
          label="Add another product"
          taken={taken}
          onPick={({ id }) => addition.unitsOf(id) === 0 && addition.step(id, 1)}
        />
      )}
      <div className="mt-3">
        <OrderSums order={order} />
        <ChangeSums
          changes={order.changes}
          refunded={givenBackOf(order)}
          total={toCents(order.total)}
        />
        <TaxLines tax={order.tax} />
        <SameBox order={order} />
      </div>
      <Destination order={order}>
        {canChange && (
          <Button variant="quiet" onClick={() => open(null)}>
            Change
          </Button>
        )}
      </Destination>
      {canChange && (
        <DialogAt address={change} holds="customers">
          {(dialog) => <ChangeDialog order={order} less={less} {...dialog} />}
        </DialogAt>
      )}
    </Section>
  )
}

const LINE = 'flex flex-wrap items-center justify-end gap-x-3 border-b border-straw py-2'

function Line({ item, children }: { item: Item; children: ReactNode }) {
  const { name, quantity, standing, returned, price, weighed } = item
  const left =
    returned > 0
      ? `${returned} refunded, ${standing} left`
      : standing < quantity && `${standing} left`
  return (
    <li className={LINE}>
      <LineText
        name={`${quantity} × ${name}`}
        note={
          weighed ?? `${formatMoney(price)} each, ${formatDollars(times(toCents(price), quantity))}`
        }
      >
        {left && <span className="block text-[0.9375rem] font-semibold tabular-nums">{left}</span>}
      </LineText>
      {children}
    </li>
  )
}

function LineText(props: { name: string; note: string; children?: ReactNode }) {
  return (
    <p className="min-w-0 grow basis-32 wrap-anywhere">
      <span className="font-semibold">{props.name}</span>
      <span className="block text-[0.9375rem] text-bark-deep tabular-nums">{props.note}</span>
      {props.children}
    </p>
  )
}

type MoreOrLessProps = { item: Item; addition: Addition; onLess: () => void }

/** More is added and paid at pickup; less is a change, which says what goes back. */
function MoreOrLess({ item, addition, onLess }: MoreOrLessProps) {
  const { productId, name, standing } = item
  const added = addition.unitsOf(productId)
  const stock = addition.onSale.find(({ id }) => id === productId)?.stock ?? 0
  return (
    <Stepper
      name={name}
      quantity={standing + added}
      max={standing + stock}
      onStep={(by) => (by < 0 && added === 0 ? onLess() : addition.step(productId, by))}
    />
  )
}

/** What was added to it, or it was added to: one box, and one sum to pay. */
function SameBox({ order }: { order: OrderDetail }) {
  const others = useQueries({ queries: (order.packedWith ?? []).map((id) => orderQuery(id)) })
  const together = others.flatMap(({ data }) => data ?? [])
  if (together.length === 0) return null
  const dues = [order, ...together].map(({ balance }) => Math.max(0, balance?.due ?? 0))
  const due = sum(...dues.map(toCents))
  return (
    <section aria-label="In the same box" className="mt-3 rounded-xl bg-paper px-4 py-2">
      {together.map((one) => (
        <p key={one.id} className="flex flex-wrap items-center gap-x-3 py-1">
          <a href={`#orders/${one.id}`} className="font-semibold underline underline-offset-4">
            #{one.id}
          </a>
          <span className="grow wrap-anywhere">
            {one.items
              .filter(({ standing }) => standing > 0)
              .map(({ standing, name }) => `${standing} × ${name}`)
              .join(', ')}
          </span>
          <span className="tabular-nums">{formatMoney(one.total)}</span>
          {one.balance && one.balance.due > 0 && (
            <a
              href={`#orders/${one.id}/payment`}
              className={buttonLook({ variant: 'quiet', size: 'sm' })}
            >
              Take payment
            </a>
          )}
        </p>
      ))}
      {due > 0 && (
        <p className="flex justify-between gap-3 py-1 font-semibold text-yolk-deep">
          <span>To pay at pickup, all together</span>
          <span className="tabular-nums">{formatDollars(due)}</span>
        </p>
      )}
    </section>
  )
}

function Destination({ order, children }: { order: OrderDetail; children: ReactNode }) {
  const { title, lines } = formatDestination(order)
  return (
    <div className="mt-4 flex items-center gap-3 rounded-xl border border-straw px-4 py-2">
      <div className="min-w-0 grow">
        <h3 className="font-sans text-base font-semibold">{title}</h3>
        {lines.map((line) => (
          <p key={line} className="text-bark-deep wrap-anywhere">
            {line}
          </p>
        ))}
      </div>
      {children}
    </div>
  )
}

function OrderHistory({ events, buyer }: { events: readonly OrderEvent[]; buyer: string }) {
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
  const money = amount === null ? 'the money' : formatMoney(amount)
  const label: Record<OrderEvent['kind'], string> = {
    placed: by === 'desk' ? 'You took this order.' : `${buyer} placed the order.`,
    noted: `${reason}.`,
    status:
      by === 'buyer'
        ? `${buyer} canceled the order.`
        : `The desk changed it from ${from} to ${to}.`,
    undone: `The desk took that back: from ${from} to ${to}.`,
    refund: `The desk refunded ${money}: ${reason}`,
    retry: `The desk retried the refund of ${money}.`,
    moved: `The order was moved to ${reason}${amount ? `, and ${money} refunded` : ''}.`.replace(
      '..',
      '.',
    ),
    goods: `${by === 'buyer' ? buyer : 'The desk'} changed the order${amount ? ` and refunded ${money}` : ''}${reason ? `: ${reason}` : '.'}`,
    kept: `It was not picked up and is kept until ${reason}.`,
    given_away: 'It was not picked up, and its goods were given away.',
    contact: `The desk corrected the customer’s ${reason}.`,
    erased: 'The customer was erased: name, email, phone, address and notes.',
    dispute: 'The customer disputed the charge with their bank.',
  }
  return label[kind]
}
