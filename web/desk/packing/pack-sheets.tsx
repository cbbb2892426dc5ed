import { IF_SHORT_LABELS } from '#contract/orders/if-short.ts'
import { formatBoxes, formatTogether } from '#contract/packing/box-text.ts'
import type { PackList, PackOrder } from '#contract/packing/packing-lists.ts'
import { notPaidText } from '../shared/not-paid-mark.tsx'
import { PlaceSheets } from './list-sheet.tsx'

/** `only 1 of 2 × Beets`, of all that the order's buyer is called about. */
function formatToCall({ toCallAbout }: Pick<PackOrder, 'toCallAbout'>): string {
  return toCallAbout.map(({ name, gets, units }) => `only ${gets} of ${units} × ${name}`).join(', ')
}

export function PackSheets({ list, day }: { list: PackList; day: string }) {
  return (
    <PlaceSheets title="Pack list" {...{ list, day }}>
      {(orders) => (
        <div className="print-slips">
          {orders.map((order) => (
            <PackSlip key={order.id} order={order} />
          ))}
        </div>
      )}
    </PlaceSheets>
  )
}

/** A box on paper: no phone, no address, no price. */
function PackSlip({ order }: { order: PackOrder }) {
  return (
    <section className="print-slip">
      <h3>
        <span className="print-number">#{order.id}</span> {order.customerName} ·{' '}
        {formatBoxes(order.boxes)}
      </h3>
      {order.isUnpaid && <p className="print-unpaid">{notPaidText(order.balance)}</p>}
      {order.packedWith && (
        <p>
          <strong>{formatTogether(order.packedWith)}</strong>
        </p>
      )}
      {(order.pickupName || order.isGift) && (
        <p>
          {order.pickupName && <strong>Pickup by {order.pickupName}</strong>}
          {order.pickupName && order.isGift && ' · '}
          {order.isGift && 'GIFT: no prices in the box'}
        </p>
      )}
      {order.ifShort && <p>{IF_SHORT_LABELS[order.ifShort]}</p>}
      {order.toCallAbout.length > 0 && (
        <p className="print-unpaid">CALL FIRST: {formatToCall(order)}</p>
      )}
      <ul>
        {order.items.map(({ productId, name, units, isCold, byWeight }) => (
          <li key={productId}>
            <span className="print-box" /> {units} × {name}
            {byWeight && `, ${byWeight.weight ?? '______'} ${byWeight.unit}`}{' '}
            {isCold && <b>COLD</b>}
          </li>
        ))}
      </ul>
      {[order.notes, order.farmNote && `Our note: ${order.farmNote}`].map(
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
