import { type Cents, cents, sum, toCents } from '#contract/money/money.ts'
import type { OrderChange } from '#contract/orders/order-changes.ts'
import { SumLine } from './sum-list.tsx'

type ChangeSumsProps = { changes: readonly OrderChange[]; refunded: Cents; total: Cents }

export function ChangeSums({ changes, refunded, total }: ChangeSumsProps) {
  const other = cents(refunded - sumChanges(changes, 'refunded'))
  const [fee, forgone] = [sumChanges(changes, 'deliveryFee'), sumChanges(changes, 'forgone')]
  const goods = changes.flatMap(({ lines }) => lines.map(({ amount }) => toCents(amount)))
  // Without a card nothing is refunded, but less is due.
  const left = sum(total, ...goods, fee, forgone, cents(-other))
  return (
    <>
      {changes.flatMap((change, index) =>
        change.lines.map(({ productId, name, units, amount }) => (
          <SumLine
            // biome-ignore lint/suspicious/noArrayIndexKey: changes are only ever added at the end
            key={`${index} ${productId}`}
            name={whatChanged(units, name)}
            amount={toCents(amount)}
          />
        )),
      )}
      {fee !== 0 && <SumLine name="Delivery fee" amount={fee} />}
      {forgone > 0 && <SumLine name="Refunded before" amount={forgone} />}
      {other > 0 && <SumLine name="Refunded" amount={cents(-other)} />}
      {left > 0 && left < total && (
        <SumLine
          name={changes.length > 0 ? 'Total after changes' : 'Total after refund'}
          amount={left}
        />
      )}
    </>
  )
}

/** Neither added nor removed: the price changed because they were weighed. */
function whatChanged(units: number, name: string): string {
  if (units === 0) return `Weighed: ${name}`
  return `${units < 0 ? 'Taken off' : 'Added'}: ${Math.abs(units)} × ${name}`
}

function sumChanges(
  changes: readonly OrderChange[],
  figure: 'refunded' | 'deliveryFee' | 'forgone',
): Cents {
  return cents(changes.reduce((sum, change) => sum + toCents(change[figure]), 0))
}
