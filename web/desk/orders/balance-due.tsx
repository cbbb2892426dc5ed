import { cents, formatDollars, toCents, toDollars } from '#contract/money.ts'
import { dueOf, formatBalance, type OrderBalance } from '#contract/order-balance.ts'
import type { ChangeOutcome } from '#contract/order-changes.ts'

type BalanceDueProps = { balance: OrderBalance; outcome: ChangeOutcome }

export function BalanceDue({ balance, outcome }: BalanceDueProps) {
  const amounts = [...outcome.lines.map(({ amount }) => amount), outcome.deliveryFee]
  const delta = amounts.reduce<number>((sum, amount) => sum + toCents(amount), 0)
  const money = { worth: cents(toCents(balance.worth) + delta), paid: toCents(balance.paid) }
  const after = { ...balance, worth: toDollars(money.worth), due: toDollars(dueOf(money)) }
  return (
    <p className="flex flex-wrap justify-between gap-x-4">
      <strong>{delta === 0 ? 'What is due stays the same' : formatBalance(after)}</strong>
      <span className="text-bark-deep">new total {formatDollars(money.worth)}</span>
    </p>
  )
}
