import { cents, formatDollars, toCents, toDollars } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import { dueOf, formatBalance, type OrderBalance } from '#contract/orders/order-balance.ts'
import type { ChangeOutcome } from '#contract/orders/order-changes.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Notice } from '#web/desk/shared/notice.tsx'

type Preview = { data?: ChangeOutcome | undefined; error: Error | null }

type ChangePreviewProps = { order: OrderDetail; preview: Preview; isMoved: boolean }

export function ChangePreview({ order, preview: { data, error }, isMoved }: ChangePreviewProps) {
  if (error)
    return (
      <p role="alert" className="mb-3 font-semibold text-beet">
        {sentenceOf(error)}
      </p>
    )
  if (!data) return <p className="mb-3 text-bark-deep">Nothing is changed yet.</p>
  return (
    <div role="status" className="mb-3 grid gap-2">
      {order.balance ? (
        <BalanceDue balance={order.balance} outcome={data} />
      ) : (
        <WhatGoesBack order={order} outcome={data} />
      )}
      {data.most !== null && (
        <Notice tone="warning">
          That day is full. With this order it has {data.most} boxes, more than you set.
        </Notice>
      )}
      {data.overLimits?.map(({ name, units, most }) => (
        <Notice key={name} tone="warning">
          {`${name}: with this order that day has ${units}, more than the ${most} you set.`}
        </Notice>
      ))}
      {isMoved && (
        <p className="text-[0.9375rem] text-bark-deep">
          The customer may cancel by the link for a day, or until the new day begins.
        </p>
      )}
    </div>
  )
}

function WhatGoesBack({ order, outcome }: { order: OrderDetail; outcome: ChangeOutcome }) {
  const [refunded, forgone] = [toCents(outcome.refunded), toCents(outcome.forgone)]
  const left = cents(toCents(order.payment.left) - refunded)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          {refunded > 0 ? (
            <>
              <strong>{formatDollars(refunded)}</strong> goes back to the card
            </>
          ) : (
            'No money goes back'
          )}
        </span>
        <span className="text-bark-deep">new total {formatDollars(left)}</span>
      </p>
      {forgone > 0 && (
        <Notice tone="warning">
          {formatDollars(forgone)} more cannot go back: that much was refunded before.
        </Notice>
      )}
    </>
  )
}

type BalanceDueProps = { balance: OrderBalance; outcome: ChangeOutcome }

function BalanceDue({ balance, outcome }: BalanceDueProps) {
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
