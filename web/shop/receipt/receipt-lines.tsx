import { cents, formatDollars, toCents } from '#contract/money.ts'
import type { Receipt } from '#contract/receipts.ts'
import { formatStanding } from '#contract/standing.ts'
import { Price, PriceInDollars } from '#web/ui/price.tsx'
import { SumList } from '#web/ui/sum-list.tsx'

export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { items, status, subtotal, deliveryFee, deliveryMethod, total, refunded } = receipt
  const sums = {
    subtotal: toCents(subtotal),
    deliveryFee: toCents(deliveryFee),
    deliveryMethod,
    total: toCents(total),
  }
  return (
    <>
      <h2 className="sr-only">What you bought</h2>
      <ul className="mb-3">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what was agreed never changes, and two lines may read alike
          <li key={index} className="flex justify-between gap-4 py-0.5">
            <span className="min-w-0 wrap-anywhere">
              <span className="block font-semibold">{item.name}</span>
              <span className="text-[0.9375rem] text-bark-deep tabular-nums">
                {item.quantity} × {formatDollars(toCents(item.price))}
              </span>
              {item.standing < item.quantity && status !== 'cancelled' && (
                <span className="block text-[0.9375rem] font-semibold">{formatStanding(item)}</span>
              )}
            </span>
            <PriceInDollars dollars={item.lineTotal} />
          </li>
        ))}
      </ul>
      <SumList sums={sums} />
      {refunded > 0 && (
        <p className="flex justify-between gap-4 font-semibold">
          <span>Refunded</span>
          <PriceInDollars dollars={-refunded} />
        </p>
      )}
      {refunded > 0 && refunded < total && (
        <p className="flex justify-between gap-4 font-semibold">
          <span>Total after refund</span>
          <Price amount={cents(toCents(total) - toCents(refunded))} />
        </p>
      )}
    </>
  )
}
