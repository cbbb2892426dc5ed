import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { cents, formatDollars, toCents } from '#contract/money/money.ts'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { formatBoxes } from '#contract/packing/box-text.ts'
import { packing } from '#contract/packing/packing.ts'
import { weighing } from '#contract/packing/weighing.ts'
import { today } from '#contract/today.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CARD } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { useChange } from '../shared/use-change.ts'
import { useHasMail } from '../shared/use-has-mail.ts'

/** What goes back for what weighs less than was paid, once for each order. */
export function SendBack() {
  const isFarmer = !useIsHelper()
  const { data } = useQuery({ ...query(weighing.open), enabled: isFarmer })
  const hasMail = useHasMail()
  const own = data?.orders ?? []
  const owing = own.filter(({ toSendBack }) => toSendBack > 0)
  const open = own.filter(({ items }) => items.some(({ byWeight }) => byWeight.amount === null))
  const total = cents(owing.reduce((sum, { toSendBack }) => sum + toCents(toSendBack), 0))
  const settle = useSettle(owing.map(({ id, owed }) => ({ id, amount: owed })))
  if (owing.length === 0) return null
  return (
    <section aria-label="To send back" className={`${CARD} mb-4 p-4`}>
      <p>
        {formatBoxes(owing.length)} weigh{owing.length === 1 ? 's' : ''} less than was paid for. The
        money goes back by itself when the box is handed out, or now: one refund
        {hasMail ? ' and one email' : ''} for each customer.
        {!hasMail && ' Email is not set up, so nobody is told.'}
        {open.length > 0 && ` ${formatBoxes(open.length)} still to weigh.`}
      </p>
      <Button className="mt-2" busy={settle.isPending} onClick={() => settle.mutate()}>
        <Undo2 aria-hidden="true" className="size-5" />
        Send back {formatDollars(total)} for {formatBoxes(owing.length)}
      </Button>
    </section>
  )
}

function useSettle(orders: { id: number; amount: number }[]) {
  return useChange({
    send: () => call(weighing.settle, { body: { orders, tellsBuyers: true } }),
    done: ({ orders: count, refunded, left }) => ({
      title: `Sent back ${formatDollars(toCents(refunded))} for ${formatBoxes(count)}`,
      description:
        left.length > 0
          ? `Changed meanwhile, please look again: ${left.map((id) => `#${id}`).join(', ')}.`
          : '',
    }),
    failed: 'Nothing was sent back',
    refreshes: [weighing.open, today.show, packing.days, deskOrders.list],
  })
}
