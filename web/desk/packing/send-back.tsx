import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { admin } from '#contract/admin.ts'
import { formatBoxes } from '#contract/box-text.ts'
import { deskOrders } from '#contract/desk-orders.ts'
import { cents, formatDollars, toCents } from '#contract/money.ts'
import { packing } from '#contract/packing.ts'
import type { PackList } from '#contract/packing-lists.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import { weighing } from '#contract/weighing.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CARD } from '../shared/card.tsx'
import { useIsHelper } from '../shared/desk-session.ts'
import { useChange } from '../shared/use-change.ts'

/** What goes back for all that weighs less than was paid: by its own tap, once for each order. */
export function SendBack({ list: { orders } }: { list: PackList }) {
  const owed = orders.flatMap(({ id, items }) => {
    const amount = items.reduce((sum, { byWeight }) => sum + toCents(byWeight?.toSendBack ?? 0), 0)
    return amount > 0 ? [{ id, amount }] : []
  })
  const hasMail =
    useQuery({ ...query(admin.notices), enabled: !useIsHelper() }).data?.mailConfigured ?? true
  const total = cents(owed.reduce((sum, { amount }) => sum + amount, 0))
  const settle = useSettle(owed.map(({ id, amount }) => ({ id, amount: dollarsOf(amount) })))
  const open = orders.filter(({ items }) => items.some(({ byWeight }) => byWeight?.amount === null))
  if (owed.length === 0) return null
  return (
    <section aria-label="To send back" className={`${CARD} mb-4 p-4`}>
      <p>
        {formatBoxes(owed.length)} weigh{owed.length === 1 ? 's' : ''} less than was paid for. Each
        customer gets one refund{hasMail ? ' and one email' : ''}.
        {!hasMail && ' Email is not set up, so nobody is told.'}
        {open.length > 0 && ` ${formatBoxes(open.length)} still to weigh.`}
      </p>
      <Button className="mt-2" busy={settle.isPending} onClick={() => settle.mutate()}>
        <Undo2 aria-hidden="true" className="size-5" />
        Send back {formatDollars(total)} for {formatBoxes(owed.length)}
      </Button>
    </section>
  )
}

function useSettle(orders: { id: number; amount: number }[]) {
  return useChange({
    send: () => call(weighing.settle, { body: { orders, tellsBuyers: true } }),
    done: ({ orders: count, refunded, forgone, left }) => ({
      title: `Sent back ${formatDollars(toCents(refunded))} for ${formatBoxes(count)}`,
      description: [
        forgone > 0 &&
          `${formatDollars(toCents(forgone))} was not on a card: give it back yourself.`,
        left.length > 0 &&
          `Changed meanwhile, please look again: ${left.map((id) => `#${id}`).join(', ')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    }),
    failed: 'Nothing was sent back',
    refreshes: [packing.days, deskOrders.list],
  })
}
