import { HandCoins, Undo2 } from 'lucide-react'
import { formatDollars, toCents } from '#contract/money/money.ts'
import type { Refund } from '#contract/money/refunds.ts'
import type { Tender, TenderDraft } from '#contract/money/tenders.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { formatBalance, type OrderBalance } from '#contract/orders/order-balance.ts'
import { Badge, type BadgeVariant } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PriceInDollars } from '#web/ui/price.tsx'
import { DialogAt, openDialog } from '../shared/dialog-at.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { orderDialog } from './order-address.ts'
import { paymentLabel } from './order-labels.ts'
import { useRetryRefund } from './refund-query.ts'
import { TakePaymentDialog } from './take-payment-dialog.tsx'

export function OrderPayment({ order }: { order: OrderDetail }) {
  return order.balance ? (
    <MoneyInHand order={order} balance={order.balance} />
  ) : (
    <CardPayment order={order} />
  )
}

function CardPayment({ order }: { order: OrderDetail }) {
  const { payment, refunds, testMode } = order
  return (
    <>
      <p>
        {paymentLabel(order)}
        {payment.left > 0 && refunds.length > 0 && (
          <>
            {' · '}
            <PriceInDollars dollars={payment.left} /> is left
          </>
        )}
      </p>
      {testMode && <p className="text-bark-deep">Test order: no money moved.</p>}
      {payment.reference && (
        <p className="text-[0.9375rem] text-bark-deep">
          {payment.provider === 'stripe' ? 'Stripe' : 'Test cards'}{' '}
          <code className="text-soil wrap-anywhere">{payment.reference}</code>
        </p>
      )}
      {refunds.length > 0 && (
        <>
          <h4 className="mt-4 mb-1 font-sans font-semibold">Refunds</h4>
          <ul className="rounded-xl border border-straw">
            {refunds.map((refund) => (
              <RefundRow key={refund.id} refund={refund} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const STATES: Record<Refund['state'], { label: string; variant: BadgeVariant }> = {
  requested: { label: 'On its way', variant: 'secondary' },
  pending: { label: 'On its way', variant: 'secondary' },
  succeeded: { label: 'Refunded', variant: 'default' },
  failed: { label: 'Failed', variant: 'destructive' },
}

function RefundRow({ refund }: { refund: Refund }) {
  const { formatMoment } = useFarmDates()
  const { label, variant } = STATES[refund.state]
  const retry = useRetryRefund()
  return (
    <li className="border-b border-straw px-4 py-3 last:border-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <PriceInDollars dollars={refund.amount} className="font-semibold" />
        <Badge variant={variant}>{label}</Badge>
      </p>
      <p className="wrap-anywhere">{refund.reason}</p>
      <p className="text-[0.9375rem] text-bark-deep">{formatMoment(refund.createdAt)}</p>
      {refund.state === 'failed' && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <p className="text-beet wrap-anywhere">{refund.error}</p>
          <Button
            variant="quiet"
            size="sm"
            busy={retry.isPending}
            onClick={() => retry.mutate(refund.id)}
          >
            Retry
          </Button>
        </div>
      )}
    </li>
  )
}

type MoneyInHandProps = { order: OrderDetail; balance: OrderBalance }

const ADDRESSES = { taken: 'payment', 'given-back': 'give-back' } as const
const KINDS = ['taken', 'given-back'] as const

function MoneyInHand({ order, balance }: MoneyInHandProps) {
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
