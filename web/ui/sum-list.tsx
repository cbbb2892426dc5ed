import { type Cents, formatDollars, toCents } from '#contract/money/money.ts'
import { nameTaxLine } from '#contract/money/tax.ts'
import type { Order } from '#contract/orders/orders.ts'
import { Price } from './price.tsx'

type Sums = { subtotal: Cents; deliveryFee: Cents; deliveryMethod: string; total: Cents }

type SumListProps = { sums: Sums }

export function SumList({ sums }: SumListProps) {
  return (
    <>
      <SumRows sums={sums} />
      <TotalRow total={sums.total} />
    </>
  )
}

export function SumRows({ sums: { subtotal, deliveryFee, deliveryMethod } }: SumListProps) {
  return (
    <dl>
      <Row name="Subtotal">{formatDollars(subtotal)}</Row>
      {deliveryMethod === 'pickup' ? (
        <Row name="Pickup">Free</Row>
      ) : (
        <Row name="Delivery fee">{formatDollars(deliveryFee)}</Row>
      )}
    </dl>
  )
}

/** Stays in sight in the cart, where the rest scrolls. */
export function TotalRow({ total }: { total: Cents }) {
  return (
    <dl className="flex flex-wrap justify-between gap-x-4 font-serif text-2xl font-semibold not-first:mt-2 not-first:border-t not-first:border-straw not-first:pt-2.5">
      <dt>Total</dt>
      <dd>
        <Price amount={total} />
      </dd>
    </dl>
  )
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 py-0.5">
      <dt>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}

type OrderInDollars = Record<'subtotal' | 'deliveryFee' | 'total', number> &
  Pick<Sums, 'deliveryMethod'>

export function OrderSums({ order }: { order: OrderInDollars }) {
  const subtotal = toCents(order.subtotal)
  const deliveryFee = toCents(order.deliveryFee)
  const total = toCents(order.total)
  return <SumList sums={{ ...order, subtotal, deliveryFee, total }} />
}

/** What of the sum is sales tax: a part of it, never added. */
export function TaxLines({ tax = [] }: { tax?: Order['tax'] }) {
  return tax.map((line) => (
    <p key={line.rate} className="flex flex-wrap justify-between gap-x-4 text-bark-deep">
      <span>{nameTaxLine(line)}:</span>
      <span className="ml-auto tabular-nums">{formatDollars(toCents(line.amount))}</span>
    </p>
  ))
}

export function SumLine({ name, amount }: { name: string; amount: Cents }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
      <span>{name}</span>
      <span className="ml-auto">{amount === 0 ? 'Free' : <Price amount={amount} />}</span>
    </p>
  )
}
