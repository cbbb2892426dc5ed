import type { CashBox } from '#contract/cash-box.ts'
import { formatMoney, formatSigned } from '#contract/cash-text.ts'

/** In dollars; what was given back and paid out is 0 or below. */
type CashAmounts = Pick<
  CashBox,
  'start' | 'sales' | 'orders' | 'givenBack' | 'putIn' | 'paidOut' | 'expected'
>

export function ExpectedCash({ box }: { box: CashAmounts }) {
  const { start, sales, orders, givenBack, putIn, paidOut, expected } = box
  return (
    <section
      aria-label="What should be in the box"
      className="rounded-2xl border border-straw bg-card px-4 py-2 sm:px-6 sm:py-3"
    >
      <dl>
        <Row name="Change in the box at the start">{formatMoney(start)}</Row>
        <Row name="Cash sales">{formatSigned(sales)}</Row>
        <Row name="Paid at pickup">{formatSigned(orders)}</Row>
        {givenBack !== 0 && <Row name="Given back to customers">{formatSigned(givenBack)}</Row>}
        {putIn !== 0 && <Row name="Put in">{formatSigned(putIn)}</Row>}
        <Row name="Paid out">{paidOut === 0 ? '− $0.00' : formatSigned(paidOut)}</Row>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-bark py-3 font-serif font-semibold">
          <dt className="text-xl">Should be in the box</dt>
          <dd className="text-2xl tabular-nums">{formatMoney(expected)}</dd>
        </div>
      </dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-straw py-2.5 nth-last-2:border-0">
      <dt>{name}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
