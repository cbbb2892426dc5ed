import { cents, formatDollars, times, toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { Price } from '#web/ui/price.tsx'
import { SumList } from '#web/ui/sum-list.tsx'
import { givenBackOf } from './order-labels.ts'

export function OrderLines({ order }: { order: Order }) {
  const { items, subtotal, deliveryFee, deliveryMethod, total } = order
  const givenBack = givenBackOf(order)
  const sums = {
    subtotal: toCents(subtotal),
    deliveryFee: toCents(deliveryFee),
    deliveryMethod,
    total: toCents(total),
  }
  return (
    <>
      <ul className="mb-3">
        {items.map((item) => (
          <li key={item.productId} className="flex justify-between gap-4 py-0.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="block">{item.name}</span>
              <span className="text-[0.9375rem] text-bark-deep tabular-nums">
                {item.quantity} × {formatDollars(toCents(item.price))}
              </span>
              {item.returned > 0 && (
                <span className="block text-[0.9375rem] font-semibold tabular-nums">
                  {item.returned} refunded, {item.standing} left
                </span>
              )}
            </span>
            <Price amount={times(toCents(item.price), item.quantity)} />
          </li>
        ))}
      </ul>
      <SumList sums={sums} />
      {givenBack > 0 && (
        <p className="flex justify-between gap-4 font-semibold">
          <span>Refunded</span>
          <Price amount={cents(-givenBack)} />
        </p>
      )}
    </>
  )
}
