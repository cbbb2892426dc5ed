import type { ReactNode } from 'react'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PriceInDollars } from '#web/ui/price.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { moveThroughRows } from '../shared/row-keys.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { NextStepButton } from './next-step-button.tsx'
import { addressOf } from './order-address.ts'
import { formatPlaced, STATUS_VARIANTS } from './order-labels.ts'
import { OrderMarks, PaymentNote } from './order-marks.tsx'
import { OrderRow } from './order-row.tsx'
import { OrderStatusSelect } from './order-status-select.tsx'
import { boxLabel, dayOf, placeOf } from './order-text.ts'

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
  onChoose: (id: number, isChosen: boolean) => void
}

const hrefOf = (filter: OrderFilter, id: number) => `#${addressOf({ filter, openId: id })}`

type OrderRowsProps = OrdersProps & { isSelecting: boolean }

export function OrderRows({ orders, filter, chosenIds, onChoose, isSelecting }: OrderRowsProps) {
  return (
    <ol
      aria-label="Orders"
      onKeyDown={moveThroughRows}
      className="overflow-hidden rounded-2xl border border-straw bg-card"
    >
      {orders.map((order) => (
        <OrderRow
          key={order.id}
          order={order}
          href={hrefOf(filter, order.id)}
          isChosen={chosenIds.has(order.id)}
          onChoose={isSelecting ? (isChosen) => onChoose(order.id, isChosen) : null}
        />
      ))}
    </ol>
  )
}

type OrderTableProps = OrdersProps & { selectAll: ReactNode }

export function OrderTable({ orders, filter, chosenIds, onChoose, selectAll }: OrderTableProps) {
  return (
    <div className="relative overflow-x-auto rounded-2xl border border-straw bg-card">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">Orders</caption>
        <thead>
          <tr className="text-left text-[0.9375rem] text-bark-deep">
            {COLUMNS.map((column, index) => (
              <th key={column} scope="col" className={classNames(HEAD, ALIGN[column])}>
                <span className="inline-flex items-center gap-1">
                  {index === 0 && selectAll}
                  {column}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveThroughRows}>
          {orders.map((order) => (
            <TableRow
              key={order.id}
              order={order}
              href={hrefOf(filter, order.id)}
              isChosen={chosenIds.has(order.id)}
              onChoose={(isChosen) => onChoose(order.id, isChosen)}
            />
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

type TableRowProps = {
  order: Order
  href: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

const CELL =
  '[&>td]:border-t [&>td]:border-straw [&>td]:px-2 [&>td]:py-px [&>td]:leading-tight [&>td:first-child]:pl-4 [&>td:last-child]:pr-2 has-[a[data-row-link]:focus-visible]:bg-sprout/60'
const SMALL = 'block truncate text-sm text-bark-deep'

function TableRow({ order, href, isChosen, onChoose }: TableRowProps) {
  const { day, time } = formatPlaced(order.createdAt, useFarmDates())
  return (
    <tr data-row className={classNames(CELL, isChosen && 'bg-sprout/50')}>
      <td className="whitespace-nowrap">
        <span className="flex items-center gap-1">
          <CheckField
            hiddenLabel={`Select order #${order.id}`}
            checked={isChosen}
            onChange={onChoose}
          />
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
        <span className={SMALL}>{[dayOf(order), boxLabel(order)].filter(Boolean).join(' · ')}</span>
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
        <span className="flex flex-wrap items-center gap-1">
          <Badge variant={STATUS_VARIANTS[order.status]} className="px-2.5 capitalize">
            {order.status}
          </Badge>
          <OrderMarks order={order} />
        </span>
      </td>
      <td className="whitespace-nowrap">
        <time dateTime={order.createdAt}>
          <span className="block">{day}</span>
          <span className={SMALL}>{time}</span>
        </time>
      </td>
      <td>
        <OrderStatusSelect order={order} place="list" />
      </td>
      <td className="text-right">
        <NextStepButton order={order} href={href} />
      </td>
    </tr>
  )
}
