import { noShows } from '#contract/market/no-shows.ts'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { packing } from '#contract/packing/packing.ts'
import { weighing } from '#contract/packing/weighing.ts'
import { today } from '#contract/today.ts'
import { useChange } from '../shared/use-change.ts'

export function useTick<Sent>(send: (sent: Sent) => Promise<unknown>, onDone = () => {}) {
  return useChange({
    send,
    done: null,
    failed: 'Not saved, please tap again',
    refreshes: [packing.days, weighing.open, today.show, deskOrders.list, noShows.list],
    mayBeDone: true,
    onDone,
  })
}

export function NotSaved({ tick }: { tick: { isError: boolean } }) {
  if (!tick.isError) return null
  return <strong className="text-[0.9375rem] text-beet">Not saved, tap again</strong>
}
