import { formatMoney } from '#contract/money/money.ts'
import { formatDue, type OrderBalance } from '#contract/orders/order-balance.ts'
import { classNames } from '#web/ui/class-names.ts'

const LOOK =
  'inline-block rounded-md bg-beet px-2.5 py-0.5 tracking-wide whitespace-nowrap text-on-beet'

type NotPaidMarkProps = { balance?: OrderBalance | undefined; className?: string | undefined }

export function NotPaidMark({ balance, className }: NotPaidMarkProps) {
  return (
    <strong className={classNames(LOOK, className)}>
      {balance ? formatDue(balance) : 'NOT PAID'}
    </strong>
  )
}

/** Paper is printed before the goods are handed over, when payment isn't late yet. */
export function toPayText(balance: OrderBalance | undefined): string {
  return balance ? `TO PAY: ${formatMoney(balance.due)}` : 'NOT PAID'
}
