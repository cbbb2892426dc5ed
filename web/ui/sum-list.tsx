import { type Cents, formatDollars } from '#contract/money.ts'
import { Price } from './price.tsx'

type Sums = { subtotal: Cents; deliveryFee: Cents; deliveryMethod: string; total: Cents }

type SumListProps = { sums: Sums }

export function SumList({ sums: { subtotal, deliveryFee, deliveryMethod, total } }: SumListProps) {
  return (
    <dl>
      <Row name="Subtotal">{formatDollars(subtotal)}</Row>
      <Row name="Delivery fee">
        {deliveryMethod === 'pickup' ? 'Free pickup' : formatDollars(deliveryFee)}
      </Row>
      <div className="mt-2 flex justify-between gap-4 border-t border-straw pt-2.5 font-serif text-2xl font-semibold">
        <dt>Total</dt>
        <dd>
          <Price amount={total} />
        </dd>
      </div>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex justify-between gap-4 py-0.5">
      <dt>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
