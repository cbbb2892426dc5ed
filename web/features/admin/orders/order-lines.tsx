import { formatDollars, times, toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { Price } from '#web/ui/price.tsx'
import { SumList } from '#web/ui/sum-list.tsx'

/** What was agreed, line by line, and what it came to. */
export function OrderLines({ order }: { order: Order }) {
  const { items, subtotal, deliveryFee, deliveryMethod, total } = order
  const rows = [
    { name: 'Subtotal', value: formatDollars(toCents(subtotal)) },
    { name: 'Delivery fee', value: deliveryMethod === 'pickup' ? 'Free pickup' : formatDollars(toCents(deliveryFee)) },
  ]
  return (
    <>
      <ul className="mb-3">
        {items.map((item) => (
          <li key={item.productId} className="flex justify-between gap-4 py-0.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="block">{item.name}</span>
              <span className="text-[0.9375rem] text-bark-deep tabular-nums">
                {item.quantity} × {formatDollars(toCents(item.price))}
                {item.returned > 0 && ` · ${item.returned} back on the shelf`}
              </span>
            </span>
            <Price amount={times(toCents(item.price), item.quantity)} />
          </li>
        ))}
      </ul>
      <SumList rows={rows} total={toCents(total)} />
    </>
  )
}
