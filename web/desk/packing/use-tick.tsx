import type { InputOf } from '#contract/endpoint.ts'
import { noShows } from '#contract/market/no-shows.ts'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { orderTickEndpoints, packing } from '#contract/packing/packing.ts'
import { weighing } from '#contract/packing/weighing.ts'
import { today } from '#contract/today.ts'
import { call } from '#web/api/call.ts'
import { useChange } from '../shared/use-change.ts'

function useTick<Sent>(send: (sent: Sent) => Promise<unknown>, onDone = () => {}) {
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

/** A weight in the line's unit, or an amount in dollars. */
export function useWeighed(id: number, onSaved?: () => void) {
  return useTick(
    (body: InputOf<typeof weighing.weigh>['body']) =>
      call(weighing.weigh, { params: { id }, body }),
    onSaved,
  )
}

export function useCollected(id: number) {
  return useTick((collected: boolean) =>
    call(orderTickEndpoints.collected, { params: { id }, body: { collected } }),
  )
}

export function usePackTogether(id: number) {
  return useTick((orderId: number | null) =>
    call(orderTickEndpoints.packedWith, { params: { id }, body: { orderId } }),
  )
}
