import { cents, sum, toCents, toDollars } from '#contract/money/money.ts'
import type { OrderFilter } from '#contract/orders/desk-orders.ts'
import { isToPack } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { seededPlace } from '#contract/settings/seeded-facts.ts'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { moveThroughRows } from '../shared/row-keys.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { NextStepButton } from './next-step-button.tsx'
import { STATUS_VARIANTS } from './order-labels.ts'
import { handedOver, OrderMarks, PaymentNote } from './order-marks.tsx'
import { OrderStatusSelect, StatusBadgeSelect } from './order-status-select.tsx'
import { addressOf } from './orders-query.ts'

/** The specification's six, with the place and the next action. */
const COLUMNS = [
  'Order ID',
  'Customer',
  'Place',
  'Total',
  'Status',
  'Date',
  'Set status',
  'Next',
] as const

type OrdersProps = {
  orders: readonly Order[]
  filter: OrderFilter
  chosenIds: ReadonlySet<number>
  /** Null unless orders are being selected. */
  onChoose: ((ids: readonly number[], isChosen: boolean) => void) | null
  /** Real and test orders together, so that each test order says so. */
  isMixed: boolean
}

export function OrderRows(props: OrdersProps) {
  return (
    <ol
      aria-label="Orders"
      onKeyDown={moveThroughRows}
      className="@container overflow-hidden rounded-2xl border border-straw bg-card"
    >
      {rowsOf(props).map((row) => (
        <OrderRow key={row.order.id} {...row} />
      ))}
    </ol>
  )
}

type RowProps = Box & {
  href: string
  isChosen: boolean
  onChoose: ((isChosen: boolean) => void) | null
  saysTest: boolean
  /** Where the list is not of one day. */
  saysDay: boolean
}

function rowsOf({ orders, filter, chosenIds, onChoose, isMixed }: OrdersProps): RowProps[] {
  return listBoxes(orders).map((box) => {
    const { id, testMode } = box.order
    const ids = [id, ...box.others.map((other) => other.id)]
    return {
      ...box,
      href: `#${addressOf({ filter, openId: id })}`,
      isChosen: chosenIds.has(id),
      onChoose: onChoose && ((isChosen) => onChoose(ids, isChosen)),
      saysTest: isMixed && testMode,
      saysDay: !filter.pickupDate,
    }
  })
}

export function OrderTable(props: OrdersProps) {
  return (
    <div className="relative overflow-x-auto rounded-2xl border border-straw bg-card">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">Orders</caption>
        <thead>
          <tr className="text-left text-[0.9375rem] text-bark-deep">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={classNames(HEAD, ALIGN[column])}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveThroughRows}>
          {rowsOf(props).map((row) => (
            <TableRow key={row.order.id} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const HEAD = 'h-9 px-2 font-semibold whitespace-nowrap first:pl-4 last:pr-3'
const ALIGN: Partial<Record<(typeof COLUMNS)[number], string>> = {
  Total: 'text-right',
  Next: 'text-right',
}

const CELL =
  '[&>td]:border-t [&>td]:border-straw [&>td]:px-2 [&>td]:h-12 [&>td]:py-px [&>td]:leading-tight [&>td:first-child]:pl-4 [&>td:last-child]:pr-2 has-[a[data-row-link]:focus-visible]:bg-sprout/60'
const SMALL = 'block truncate text-sm text-bark-deep'

function TableRow({ order, first, others, href, isChosen, onChoose, saysTest, saysDay }: RowProps) {
  const { formatShortDate, formatTime } = useFarmDates()
  return (
    <tr data-row className={classNames(CELL, isChosen && 'bg-sprout/50')}>
      <td className="whitespace-nowrap">
        <span className="flex items-center gap-1">
          {onChoose && (
            <CheckField
              hiddenLabel={`Select order #${order.id}`}
              checked={isChosen}
              onChange={onChoose}
            />
          )}
          <a
            href={href}
            data-row-link
            className="inline-flex min-h-11 items-center px-1 font-bold tabular-nums underline underline-offset-4"
          >
            #{order.id}
          </a>
        </span>
      </td>
      <td className="max-w-52">
        <span className="block truncate font-semibold">{order.customerName}</span>
        {order.customerEmail && (
          <a href={`mailto:${order.customerEmail}`} className={classNames(SMALL, 'underline')}>
            {order.customerEmail}
          </a>
        )}
      </td>
      <td className="max-w-52">
        <span className="block truncate">{placeOf(order)}</span>
        <span className={SMALL}>
          <OrderMarks order={order} saysTest={saysTest} />
          {[saysDay && dayText(order), boxLabel(order), withOthers(others)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td className="text-right whitespace-nowrap">
        <span className="block font-semibold tabular-nums">
          <PriceInDollars dollars={order.total} />
        </span>
        <span className={SMALL}>
          <PaymentNote order={order} />
        </span>
      </td>
      <td>
        <Badge variant={STATUS_VARIANTS[order.status]} className="px-2.5 capitalize">
          {order.status}
        </Badge>
      </td>
      <td className="whitespace-nowrap">
        <time dateTime={order.createdAt}>
          <span className="block">{formatShortDate(order.createdAt)}</span>
          <span className={SMALL}>{formatTime(order.createdAt)}</span>
        </time>
      </td>
      <td>
        <OrderStatusSelect order={first} />
      </td>
      <td className="text-right">
        <NextStepButton order={order} href={href} />
      </td>
    </tr>
  )
}

function OrderRow({ order, first, others, href, isChosen, onChoose, saysTest, saysDay }: RowProps) {
  const { formatShortDate } = useFarmDates()
  const who = [formatShortDate(order.createdAt), order.customerEmail].filter(Boolean).join(' · ')
  const place = [saysDay && dayText(order), placeOf(order), boxLabel(order), withOthers(others)]
    .filter(Boolean)
    .join(' · ')
  return (
    <li
      data-row
      className={classNames(
        'relative flex items-center justify-end gap-2 border-b border-straw py-2 pr-2 pl-3 last:border-0 @max-[17rem]:flex-wrap has-[a[data-row-link]:focus-visible]:bg-sprout/60',
        isChosen && 'bg-sprout/60',
      )}
    >
      {onChoose && (
        <span className="relative z-1 -my-2 -ml-1">
          <CheckField
            hiddenLabel={`Select order #${order.id}`}
            checked={isChosen}
            onChange={onChoose}
          />
        </span>
      )}
      <div className="min-w-0 grow @max-[17rem]:basis-2/3">
        <p className="flex flex-wrap items-baseline gap-x-1.5 leading-snug">
          <a
            href={href}
            data-row-link
            className="font-bold tabular-nums after:absolute after:inset-0 after:content-['']"
          >
            #{order.id}
          </a>
          <span className="truncate">{order.customerName}</span>
          <span className="ml-auto shrink-0 tabular-nums">
            <PriceInDollars dollars={order.total} />
          </span>
        </p>
        <p className="truncate text-[0.9375rem] leading-snug text-bark-deep">{who}</p>
        <div className="mt-0.5 flex items-center gap-1">
          <StatusBadgeSelect order={first} place="list" />
          <span className="min-w-0 truncate text-[0.9375rem] leading-snug text-bark-deep">
            <OrderMarks order={order} saysTest={saysTest} />
            {place}
          </span>
        </div>
      </div>
      <NextStepButton order={order} href={href} />
    </li>
  )
}

function placeOf({ marketDay, deliveryMethod, pickupLocation }: Order): string {
  if (marketDay) return marketDay.placeName
  if (deliveryMethod === 'shipping') return 'Delivery'
  return (pickupLocation && seededPlace(pickupLocation)?.name) || pickupLocation || 'Pickup'
}

/** `with #57`: what was added to it. */
function withOthers(others: readonly Order[]): string {
  return others.length > 0 ? `with ${others.map(({ id }) => `#${id}`).join(', ')}` : ''
}

function dayText({ marketDay, pickupDate }: Order): string | null {
  const day = marketDay?.day ?? pickupDate
  return day ? formatBriefDay(day) : null
}

/** `2 boxes, packed`, `6 items, note` */
function boxLabel(order: Order): string {
  const { boxes, packedAt, collectedAt, notes, farmNote, isGift, shippingAddress } = order
  const count = order.items.reduce((sum, { standing }) => sum + standing, 0)
  const isPacked = packedAt !== null
  return [
    isPacked ? formatBoxes(boxes) : count === 1 ? '1 item' : `${count} items`,
    ...(collectedAt !== null ? [handedOver(order)] : isPacked && isToPack(order) ? ['packed'] : []),
    ...(isGift ? ['gift'] : []),
    ...(notes || farmNote ? ['note'] : []),
    ...(shippingAddress ? [shippingAddress.zipCode] : []),
  ].join(', ')
}

/** `order`: as a row shows it, with the others in its box; `first`: as it is. */
type Box = { order: Order; first: Order; others: readonly Order[] }

/** One row for a box: what was added to an order stands with it where both are listed. */
function listBoxes(orders: readonly Order[]): Box[] {
  const byId = new Map(orders.map((order) => [order.id, order]))
  return orders.flatMap((order) => {
    const others = (order.packedWith ?? []).flatMap((id) => byId.get(id) ?? [])
    return others.some(({ id }) => id < order.id) ? [] : [asBox(order, others)]
  })
}

/** Items, total and what is due of all of them; number, customer and status are the first's. */
function asBox(first: Order, others: readonly Order[]): Box {
  if (others.length === 0) return { order: first, first, others }
  const all = [first, ...others]
  const due = sum(...all.map(({ balance }) => toCents(Math.max(0, balance?.due ?? 0))))
  const total = sum(...all.map((order) => toCents(order.total)))
  const paid = toDollars(cents(total - due))
  const isDue = due > 0 && first.status !== 'cancelled'
  const order: Order = {
    ...first,
    total: toDollars(total),
    items: all.flatMap(({ items }) => items),
    boxes: Math.max(...all.map(({ boxes }) => boxes)),
    packedAt: all.every(({ packedAt }) => packedAt !== null) ? first.packedAt : null,
    collectedAt: all.every(({ collectedAt }) => collectedAt !== null) ? first.collectedAt : null,
    ...(isDue
      ? {
          paymentStatus: 'unpaid' as const,
          balance: { worth: toDollars(total), paid, due: toDollars(due), ways: [] },
        }
      : {}),
  }
  return { order, first, others }
}
