import { toCents } from '#contract/money.ts'
import type { Receipt } from '#contract/receipts.ts'
import { formatStanding } from '#contract/standing.ts'
import { ChangeSums } from '#web/ui/change-sums.tsx'
import { OrderLine, OrderSums } from '#web/ui/sum-list.tsx'

export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { items, status, changes = [] } = receipt
  const [total, refunded] = [toCents(receipt.total), toCents(receipt.refunded)]
  return (
    <>
      <h2 className="sr-only">What you bought</h2>
      <ul className="mb-3">
        {items
          .filter(({ quantity }) => quantity > 0)
          .map((item, index) => (
            <OrderLine
              // biome-ignore lint/suspicious/noArrayIndexKey: what was agreed never changes, and two lines may read alike
              key={index}
              item={item}
              nameLook="font-semibold"
              amount={toCents(item.lineTotal)}
            >
              {item.standing < item.quantity && status !== 'cancelled' && (
                <span className="block text-[0.9375rem] font-semibold">{formatStanding(item)}</span>
              )}
            </OrderLine>
          ))}
      </ul>
      <OrderSums order={receipt} />
      <ChangeSums {...{ changes, refunded, total }} />
    </>
  )
}
