import { Printer, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Order } from '#contract/orders.ts'
import { isUnpaid } from '#contract/standing.ts'
import { Button } from '#web/ui/button.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatDestination, formatPlaced, goodsOf } from './order-labels.ts'

type Layout = 'pages' | 'list'

export function PrintButtons({ orders }: { orders: readonly Order[] }) {
  const { print, sheet } = usePrint(orders)
  return (
    <div className="flex flex-wrap gap-1 sm:ml-auto">
      <Button variant="plain" size="sm" onClick={() => print('pages')}>
        <Printer aria-hidden="true" className="size-5" />
        Print {orders.length === 1 ? 'slip' : 'slips'}
      </Button>
      {orders.length > 1 && (
        <Button variant="plain" size="sm" onClick={() => print('list')}>
          <Rows3 aria-hidden="true" className="size-5" />
          Print list
        </Button>
      )}
      {sheet}
    </div>
  )
}

/** The slips stand beside the page, seen by nothing but the printer, until it is done. */
function usePrint(orders: readonly Order[]) {
  const [layout, setLayout] = useState<Layout | null>(null)
  const print = (wanted: Layout) => {
    flushSync(() => setLayout(wanted))
    window.addEventListener('afterprint', () => setLayout(null), { once: true })
    window.print()
  }
  const sheet =
    layout &&
    createPortal(
      <div className="print-sheet" data-layout={layout}>
        {orders.map((order) => (
          <Slip key={order.id} order={order} />
        ))}
      </div>,
      document.body,
    )
  return { print, sheet }
}

function Slip({ order }: { order: Order }) {
  const { title, lines } = formatDestination(order)
  const { day, time } = formatPlaced(order.createdAt, useFarmDates())
  const { lines: goods, givenBack } = goodsOf(order)
  return (
    <section className="print-slip">
      <h2>
        Order #{order.id} · {order.customerName}
      </h2>
      {isUnpaid(order) && <p className="print-unpaid">NOT PAID</p>}
      <p>
        <strong>{title}</strong> {lines.join(', ')}
      </p>
      <p>
        {order.customerPhone ? `${order.customerPhone} · ` : ''}ordered {day}, {time}
        {order.status === 'cancelled' && ' · CANCELLED'}
        {order.testMode && ' · TEST'}
      </p>
      <ul>
        {goods.map((item) => (
          <li key={item.productId}>
            <span className="print-box" /> {item.standing} × {item.name}
          </li>
        ))}
      </ul>
      {givenBack && <p>Refunded: {givenBack}</p>}
      {order.notes && <p className="print-note">{order.notes}</p>}
    </section>
  )
}
