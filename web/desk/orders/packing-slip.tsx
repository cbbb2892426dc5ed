import { MapPin, NotebookPen, Phone, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import { isToPack } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { OrderBox } from './order-box.tsx'
import { formatDestination, goodsOf } from './order-labels.ts'
import { UnpaidMark } from './unpaid-mark.tsx'

export function PackingSlip({ order }: { order: Order }) {
  return (
    <div className="grid grid-cols-1 gap-4 rounded-xl bg-paper p-4 md:grid-cols-[1.2fr_1fr] md:gap-8 lg:grid-cols-[1.3fr_1fr_1fr]">
      <ItemList order={order} />
      <Destination order={order} />
      <div className="grid min-w-0 grid-cols-1 content-start gap-2.5">
        <OrderBox order={order} />
        {order.customerPhone && <PhoneLine number={order.customerPhone} />}
        {order.notes && (
          <Line icon={<NotebookPen />}>
            <span className="sr-only">Note: </span>
            <span className="whitespace-pre-line wrap-anywhere">{order.notes}</span>
          </Line>
        )}
      </div>
    </div>
  )
}

function PhoneLine({ number }: { number: string }) {
  return (
    <Line icon={<Phone />}>
      <span className="sr-only">Phone: </span>
      <a
        href={`tel:${number.replace(/[^\d+]/g, '')}`}
        className="-my-2.5 inline-block py-2.5 underline underline-offset-4 wrap-anywhere"
      >
        {number}
      </a>
    </Line>
  )
}

function ItemList({ order }: { order: Order }) {
  const { lines, count, givenBack } = goodsOf(order)
  return (
    <div>
      <UnpaidMark order={order} />
      <h3 className="mb-1.5 font-sans text-[0.9375rem] font-semibold text-bark-deep">
        {isToPack(order) ? 'To pack' : 'Items'} · {count}
      </h3>
      <ul className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1">
        {lines.map((item) => (
          <li
            key={item.productId}
            className="col-span-2 grid grid-cols-subgrid text-lg leading-snug"
          >
            <span className="text-right font-bold tabular-nums">{item.standing} ×</span>
            <span className="wrap-anywhere">
              {item.name}
              {item.weighed && !order.isGift && (
                <span className="block text-[0.9375rem]">{item.weighed}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {givenBack && <p className="mt-1.5 text-[0.9375rem] wrap-anywhere">Refunded: {givenBack}</p>}
    </div>
  )
}

function Destination({ order }: { order: Order }) {
  const { title, lines } = formatDestination(order)
  return (
    <Line icon={order.deliveryMethod === 'shipping' ? <Truck /> : <MapPin />}>
      <strong className="block font-semibold">{title}</strong>
      {lines.map((line) => (
        <span key={line} className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </Line>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-2.5 leading-snug">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-bark-deep [&>svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
