import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deskOrders } from '#contract/desk-orders.ts'
import { orderTickEndpoints, packing } from '#contract/packing.ts'
import { call } from '#web/api/call.ts'
import { invalidate } from '#web/api/query.ts'
import { toastFailure, toastRefusal } from '../shared/toast-failure.ts'

/** A tick on a list; it is busy until the lists show how it stands. */
function useTick<Sent>(send: (sent: Sent) => Promise<unknown>, tell = toastFailure) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onError: (failure) => tell('Not saved, please tap again', failure),
    // Someone else may have been faster, so the lists are read again either way.
    onSettled: () => invalidate(client, packing.days, deskOrders.list),
  })
}

export function usePacked(id: number) {
  return useTick((body: { packed: boolean; boxes?: number }) =>
    call(orderTickEndpoints.packed, { params: { id: String(id) }, body }),
  )
}

export function useCollected(id: number) {
  return useTick((collected: boolean) =>
    call(orderTickEndpoints.collected, { params: { id: String(id) }, body: { collected } }),
  )
}

export function useFarmNote(id: number) {
  return useTick(
    (body: { farmNote: string; base: { farmNote: string | null } }) =>
      call(orderTickEndpoints.changeFarmNote, { params: { id: String(id) }, body }),
    // What somebody else wrote meanwhile is told in the shop's own sentence.
    toastRefusal,
  )
}
