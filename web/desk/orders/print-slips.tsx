import { Printer, Rows3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isUnpaid } from '#contract/money/standing.ts'
import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import { formatBalance } from '#contract/orders/order-balance.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatPass } from '#contract/orders/pickup-pass.ts'
import { formatBoxes, formatGift, formatTogether } from '#contract/packing/box-text.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { QrCode } from '#web/ui/qr-code.tsx'
import { toPayText } from '../shared/not-paid-mark.tsx'
import { usePrintSheet } from '../shared/print-sheet.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { formatDestination } from './order-labels.ts'

export function PrintButtons({ orders }: { orders: readonly Order[] }) {
  const { print, sheet } = usePrintSheet()
  const Code = useQrCode()
  const isOne = orders.length === 1
  const slips = orders.map((order) => <Slip key={order.id} order={order} Code={Code} />)
  return (
    <div className={classNames('flex flex-wrap', !isOne && 'sm:ml-auto sm:gap-1')}>
      <Button
        variant={isOne ? 'quiet' : 'plain'}
        size={isOne ? 'md' : 'sm'}
        className={isOne ? 'grow justify-start' : 'max-sm:px-2'}
        onClick={() => print('pages', slips)}
      >
        <Printer aria-hidden="true" className={isOne ? 'size-5' : 'size-5 max-sm:hidden'} />
        Print {isOne ? 'slip' : 'slips'}
      </Button>
      {!isOne && (
        <Button
          variant="plain"
          size="sm"
          className="max-sm:px-2"
          onClick={() => print('list', slips)}
        >
          <Rows3 aria-hidden="true" className="size-5 max-sm:hidden" />
          Print list
        </Button>
      )}
      {sheet}
    </div>
  )
}

/** Loaded before anyone prints: the print window opens on the tap or not at all. */
function useQrCode(): typeof QrCode | null {
  const [code, setCode] = useState<{ QrCode: typeof QrCode } | null>(null)
  useEffect(() => {
    import('#web/ui/qr-code.tsx').then(setCode, () => {})
  }, [])
  return code?.QrCode ?? null
}

function Slip({ order, Code }: { order: Order; Code: typeof QrCode | null }) {
  // The camera at the table finds the box by this code, on a slip or on the buyer's receipt.
  const hasPass = order.deliveryMethod === 'pickup' && order.status !== 'cancelled'
  // A phone order without an email has no other way to its receipt.
  const receipt = new URL(order.receiptUrl, location.href).href
  const { title, lines } = formatDestination(order)
  const { formatShortDate, formatTime } = useFarmDates()
  const goods = order.items.filter(({ standing }) => standing > 0)
  const less = order.items.filter(({ returned }) => returned > 0)
  return (
    <section className="print-slip">
      {Code && hasPass && (
        <div className="float-right ml-3">
          <Code text={formatPass(order)} label={`Pickup pass for order ${order.id}`} size="1in" />
        </div>
      )}
      <h2>
        Order #{order.id} · {order.customerName}
      </h2>
      {isUnpaid(order) && <p className="print-unpaid">{toPayText(order.balance)}</p>}
      {order.balance && !isUnpaid(order) && <p>{formatBalance(order.balance)}</p>}
      <p>
        <strong>{title}</strong> {lines.join(', ')}
      </p>
      {order.pickupName && <h3>Pickup by {order.pickupName}</h3>}
      {order.packedWith && <h3>{formatTogether(order.packedWith)}</h3>}
      <p>
        {formatBoxes(order.boxes)}
        {order.isGift && ` · ${formatGift(order)}`}
        {order.ifShort && ` · ${IF_SHORT_LABELS[order.ifShort]}`}
      </p>
      <p>
        {order.customerPhone ? `${order.customerPhone} · ` : ''}ordered{' '}
        {formatShortDate(order.createdAt)}, {formatTime(order.createdAt)}
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
      {less.length > 0 && (
        <p>Refunded: {less.map(({ returned, name }) => `${returned} × ${name}`).join(', ')}</p>
      )}
      {order.notes && <p className="print-note">{order.notes}</p>}
      {order.farmNote && <p className="print-note">Private note: {order.farmNote}</p>}
      {Code && order.customerEmail === '' && (
        <p className="flex items-center gap-3">
          <Code text={receipt} label={`Receipt of order ${order.id}`} size="1in" />
          <span className="wrap-anywhere">Your receipt: scan this, or open {receipt}</span>
        </p>
      )}
    </section>
  )
}
