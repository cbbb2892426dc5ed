import { formatDue, type OrderBalance } from '#contract/orders/order-balance.ts'
import { classNames } from '#web/ui/class-names.ts'

const LOOK =
  'inline-block rounded-md bg-beet px-2.5 py-0.5 tracking-wide whitespace-nowrap text-on-beet'

type NotPaidMarkProps = { balance?: OrderBalance | undefined; className?: string }

export function NotPaidMark({ balance, className }: NotPaidMarkProps) {
  return <strong className={classNames(LOOK, className)}>{notPaidText(balance)}</strong>
}

export function notPaidText(balance: OrderBalance | undefined): string {
  return balance ? formatDue(balance) : 'NOT PAID'
}
