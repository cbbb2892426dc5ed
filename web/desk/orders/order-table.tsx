import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Price, PriceInDollars } from '#web/ui/price.tsx'
import { TestBadge } from '../shared/test-badge.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { CheckField } from './check-field.tsx'
import { addressOf } from './order-address.ts'
import { PickedUpBadge } from './order-box.tsx'
import { formatPlaced, givenBackOf, paymentLabel, STATUS_VARIANTS } from './order-labels.ts'
import { OrderStatusSelect } from './order-status-select.tsx'
import { PackingSlip } from './packing-slip.tsx'
import { UnpaidMark } from './unpaid-mark.tsx'

const COLUMNS = ['Order ID', 'Customer', 'Total', 'Status', 'Date', 'Set status']

type OrderTableProps = {
  orders: readonly Order[]
  filter: OrderFilter
  chosenIds: ReadonlySet<number>
  onChoose: (id: number, isChosen: boolean) => void
}

export function OrderTable({ orders, ...rest }: OrderTableProps) {
  return (
    <table className="w-full max-md:block md:border-separate md:border-spacing-0 md:overflow-hidden md:rounded-2xl md:border md:border-straw md:bg-card">
      <caption className="sr-only">Orders</caption>
      <thead className="max-md:sr-only">
        <tr className="text-left text-[0.9375rem] text-bark-deep">
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className="px-4 py-3 font-semibold whitespace-nowrap">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {orders.map((order) => (
        <OrderRows key={order.id} order={order} {...rest} />
      ))}
    </table>
  )
}

const BODY =
  'max-md:mb-4 max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-3 max-md:gap-y-1 max-md:rounded-2xl max-md:border max-md:border-straw max-md:bg-card max-md:p-4 md:[&>tr:first-child>td]:border-t md:[&>tr:first-child>td]:border-straw'

const WHOLE_LINE = 'max-md:w-full'

function OrderRows({
  order,
  filter,
  chosenIds,
  onChoose,
}: Omit<OrderTableProps, 'orders'> & { order: Order }) {
  const isChosen = chosenIds.has(order.id)
  return (
    <tbody className={classNames(BODY, isChosen && 'md:bg-sprout/50 max-md:border-leaf')}>
      <tr className="align-top max-md:contents md:[&>td]:px-4 md:[&>td]:pt-4 md:[&>td]:pb-3">
        <td className="whitespace-nowrap">
          <span className="-my-2.5 flex items-center gap-1">
            <CheckField
              label={<span className="sr-only">Select order #{order.id}</span>}
              checked={isChosen}
              onChange={(checked) => onChoose(order.id, checked)}
            />
            <a
              href={`#${addressOf({ filter, openId: order.id })}`}
              className="inline-flex min-h-11 items-center px-1 font-serif text-xl font-semibold tabular-nums underline underline-offset-4 md:text-lg"
            >
              #{order.id}
            </a>
          </span>
        </td>
        <td className={classNames(WHOLE_LINE, 'max-md:order-2 md:w-full')}>
          <Customer order={order} />
        </td>
        <td className="max-md:order-3 md:whitespace-nowrap">
          <Total order={order} />
        </td>
        <td>
          <span className="flex flex-wrap gap-1.5 max-md:justify-end md:grid md:justify-items-start">
            <Badge variant={STATUS_VARIANTS[order.status]} className="capitalize">
              {order.status}
            </Badge>
            <PickedUpBadge order={order} />
            <UnpaidMark order={order} />
            {order.disputedAt && <Badge variant="destructive">Disputed</Badge>}
          </span>
        </td>
        <td className="text-[0.9375rem] text-bark-deep md:whitespace-nowrap max-md:order-3 max-md:text-right">
          <Placed at={order.createdAt} />
        </td>
        <td className={classNames(WHOLE_LINE, 'max-md:order-5 max-md:mt-2')}>
          <OrderStatusSelect order={order} />
        </td>
      </tr>
      <tr className="max-md:contents">
        <td
          colSpan={COLUMNS.length}
          className={classNames(WHOLE_LINE, 'max-md:order-4 max-md:mt-2 md:px-4 md:pb-4')}
        >
          <PackingSlip order={order} />
        </td>
      </tr>
    </tbody>
  )
}

function Placed({ at }: { at: string }) {
  const { day, time } = formatPlaced(at, useFarmDates())
  return (
    <time dateTime={at}>
      <span className="block">{day}</span> <span className="block">{time}</span>
    </time>
  )
}

function Customer({ order }: { order: Order }) {
  return (
    <>
      <p className="leading-snug font-semibold wrap-anywhere">{order.customerName}</p>
      {order.customerEmail && (
        <a
          href={`mailto:${order.customerEmail}`}
          className="inline-block py-0.5 text-[0.9375rem] text-bark-deep underline underline-offset-4 wrap-anywhere"
        >
          {order.customerEmail}
        </a>
      )}
    </>
  )
}

function Total({ order }: { order: Order }) {
  return (
    <>
      <p className="flex items-center gap-2 font-semibold">
        <PriceInDollars dollars={order.total} />
        {order.testMode && <TestBadge />}
      </p>
      <p className="text-[0.9375rem] leading-snug text-bark-deep">{paymentLabel(order)}</p>
      {order.paymentStatus === 'partially_refunded' && (
        <p className="text-[0.9375rem] leading-snug text-bark-deep">
          <Price amount={givenBackOf(order)} /> refunded
        </p>
      )}
      {order.refunds.some(({ state }) => state === 'failed') && (
        <p className="text-[0.9375rem] leading-snug font-semibold text-beet">A refund failed</p>
      )}
    </>
  )
}
