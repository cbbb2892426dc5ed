import type { PackOrder } from '#contract/packing-lists.ts'
import { formatBoxes } from '../orders/order-box.tsx'

/** A box on paper: no phone, no address, no price. */
export function PackSlip({ order, place }: { order: PackOrder; place: string }) {
  return (
    <section className="print-slip">
      <h2>
        #{order.id} · {order.customerName}
      </h2>
      {order.isUnpaid && <p className="print-unpaid">NOT PAID</p>}
      <p>
        {place} · {formatBoxes(order.boxes)}
        {order.pickupName && ` · picked up by ${order.pickupName}`}
        {order.isGift && ' · GIFT'}
      </p>
      <ul>
        {order.items.map(({ productId, name, units }) => (
          <li key={productId}>
            <span className="print-box" /> {units} × {name}
          </li>
        ))}
      </ul>
      {[order.notes, order.farmNote].map(
        (note) =>
          note && (
            <p key={note} className="print-note">
              {note}
            </p>
          ),
      )}
    </section>
  )
}
