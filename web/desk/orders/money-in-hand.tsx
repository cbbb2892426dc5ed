import { HandCoins, Undo2 } from 'lucide-react'
import type { OrderDetail } from '#contract/desk-orders.ts'
import { formatDollars, toCents } from '#contract/money.ts'
import { formatBalance, type OrderBalance } from '#contract/order-balance.ts'
import type { Tender, TenderDraft } from '#contract/tenders.ts'
import { Button } from '#web/ui/button.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { orderDialog } from './order-address.ts'
import { TakePaymentDialog } from './take-payment-dialog.tsx'

type MoneyInHandProps = { order: OrderDetail; balance: OrderBalance }

const ADDRESSES = { taken: 'payment', 'given-back': 'give-back' } as const
const KINDS = ['taken', 'given-back'] as const

export function MoneyInHand({ order, balance }: MoneyInHandProps) {
  const addressOf = (kind: TenderDraft['kind']) => orderDialog(order.id, ADDRESSES[kind])
  const { due, paid, worth } = balance
  return (
    <>
      <p className="text-xl font-semibold">{formatBalance(balance)}</p>
      {due < 0 && (
        <p className="text-bark-deep">
          {formatDollars(toCents(paid))} paid of {formatDollars(toCents(worth))}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {due > 0 && (
          <Button onClick={() => openDialog(addressOf('taken'))}>
            <HandCoins aria-hidden="true" className="size-5" />
            Take a payment
          </Button>
        )}
        {paid > 0 && (
          <Button
            variant={due < 0 ? 'primary' : 'quiet'}
            onClick={() => openDialog(addressOf('given-back'))}
          >
            <Undo2 aria-hidden="true" className="size-5" />
            Give money back
          </Button>
        )}
      </div>
      {order.tenders.length > 0 && <Tenders tenders={order.tenders} />}
      {KINDS.map((kind) => (
        <DialogAt key={kind} address={addressOf(kind)} holds="customers">
          {(dialog) => <TakePaymentDialog {...{ order, balance, kind }} {...dialog} />}
        </DialogAt>
      ))}
    </>
  )
}

function Tenders({ tenders }: { tenders: readonly Tender[] }) {
  const { formatMoment } = useFarmDates()
  return (
    <ul className="mt-4 rounded-xl border border-straw">
      {tenders.map(({ id, way, amount, note, at }) => (
        <li key={id} className="border-b border-straw px-4 py-3 last:border-0">
          <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <span className="wrap-anywhere">{amount < 0 ? `Given back, ${way}` : way}</span>
            <PriceInDollars dollars={amount} />
          </p>
          <p className="text-[0.9375rem] text-bark-deep wrap-anywhere">
            {note ? `${note} · ` : ''}
            {formatMoment(at)}
          </p>
        </li>
      ))}
    </ul>
  )
}
