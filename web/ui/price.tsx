import { type Cents, formatDollars, toCents } from '#contract/money.ts'
import { classNames } from './class-names.ts'

/** An amount in tabular figures, always with two decimals. */
export function Price({ amount, className }: { amount: Cents; className?: string }) {
  return <span className={classNames('tabular-nums', className)}>{formatDollars(amount)}</span>
}

/** The same for an amount as the server sends it, in dollars. */
export function PriceInDollars({ dollars, className }: { dollars: number; className?: string }) {
  return <Price amount={toCents(dollars)} {...(className ? { className } : {})} />
}
