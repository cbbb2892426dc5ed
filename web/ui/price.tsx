import { type Cents, formatDollars, toCents } from '#contract/money/money.ts'
import { classNames } from './class-names.ts'

export function Price({ amount, className }: { amount: Cents; className?: string }) {
  return <span className={classNames('tabular-nums', className)}>{formatDollars(amount)}</span>
}

export function PriceInDollars({ dollars, className }: { dollars: number; className?: string }) {
  return <Price amount={toCents(dollars)} {...(className ? { className } : {})} />
}
