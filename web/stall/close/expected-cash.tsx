import { CASH_MOVES } from '#contract/market/cash-move-labels.ts'
import { formatMoney, formatSigned } from '#contract/market/cash-text.ts'
import type { StallDay } from '#contract/market/stall.ts'
import { toCents } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'

export function ExpectedCash({ day: { cash } }: { day: StallDay }) {
  const { starts, sales, orders, givenBack, putIn, paidOut, expected } = cash
  // Two phones may each have sent a part.
  const start = dollarsOf(starts.reduce((sum, { amount }) => sum + toCents(amount), 0))
  return (
    <dl>
      <Row name={CASH_MOVES.start.name}>{formatMoney(start)}</Row>
      <Row name="Cash sales">{formatSigned(sales)}</Row>
      <Row name="Paid at pickup">{formatSigned(orders)}</Row>
      {givenBack !== 0 && <Row name="Given back to customers">{formatSigned(givenBack)}</Row>}
      {putIn !== 0 && <Row name={CASH_MOVES.put_in.name}>{formatSigned(putIn)}</Row>}
      {paidOut !== 0 && <Row name={CASH_MOVES.paid_out.name}>{formatSigned(paidOut)}</Row>}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-bark py-2.5 font-serif font-semibold">
        <dt className="text-xl">Expected in the box</dt>
        <dd className="text-2xl tabular-nums">{formatMoney(expected)}</dd>
      </div>
    </dl>
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
