import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { noShows } from '#contract/market/no-shows.ts'
import { deskOrders } from '#contract/orders/desk-orders.ts'
import { orderTickEndpoints, packing } from '#contract/packing/packing.ts'
import { weighing } from '#contract/packing/weighing.ts'
import { today } from '#contract/today.ts'
import { call } from '#web/api/call.ts'
import { readAgain, toastFailure } from '../shared/use-change.ts'

function useTick<Sent>(send: (sent: Sent) => Promise<unknown>, onSaved = () => {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: (failure) => toastFailure('Not saved, please tap again', failure),
    // Someone else may have been faster, so the lists are read again either way.
    onSettled: () =>
      readAgain(client, [packing.days, weighing.open, today.show, deskOrders.list, noShows.list]),
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
