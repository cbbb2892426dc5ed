import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatDollars, toCents } from '#contract/money.ts'
import { type Refund, refunds } from '#contract/refunds.ts'
import { call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { refreshOrders } from './orders-query.ts'

/** A refund as the form makes it; its amount in dollars as it was typed. */
export type TypedRefund = {
  id: string
  amount: string
  reason: string
  restock: { productId: number; quantity: number }[]
  missing: { productId: number; quantity: number }[]
}

/** Gives back a part of an order's money. The same id again is the same refund, so a lost answer may be asked for again. */
export function useGiveBack(orderId: number, { onGiven }: { onGiven: (refund: Refund) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TypedRefund) => call(refunds.request, { params: { id: String(orderId) }, body }),
    onSuccess: (refund) => {
      toastRefund(refund)
      onGiven(refund)
      void refreshOrders(client)
    },
    onError: (failure) => {
      toastFailure('Refund error', failure)
      // Without an answer nobody knows whether the shop has it.
      void refreshOrders(client)
    },
  })
}

export function useRetryRefund() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(refunds.retry, { params: { id } }),
    onSuccess: toastRefund,
    onError: (failure) => {
      toastFailure('Refund error', failure)
    },
    onSettled: () => void refreshOrders(client),
  })
}

function toastRefund({ amount, state, error }: Refund): void {
  const money = formatDollars(toCents(amount))
  if (state === 'failed') {
    toast({ variant: 'destructive', title: 'Refund failed', description: error ?? 'Please try again.' })
  } else if (state === 'succeeded') {
    toast({ title: 'Refunded', description: `${money} of this order.` })
  } else {
    toast({
      title: 'Refund on its way',
      description: `${money} is being refunded. The order will show when it is done.`,
    })
  }
}
