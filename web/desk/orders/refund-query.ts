import type { InputOf } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/money/money.ts'
import { type Refund, refunds } from '#contract/money/refunds.ts'
import { call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useOrderChange } from './orders-query.ts'

export type TypedRefund = InputOf<typeof refunds.request>['body']

/** The same id is the same refund, so it's safe to retry when the answer got lost. */
export function useGiveBack(orderId: number, onGiven: () => void) {
  return useOrderChange({
    send: (body: TypedRefund) => call(refunds.request, { params: { id: String(orderId) }, body }),
    failed: 'Refund error',
    onDone: (refund) => {
      toastRefund(refund)
      onGiven()
    },
  })
}

export function useRetryRefund() {
  return useOrderChange({
    send: (id: string) => call(refunds.retry, { params: { id } }),
    failed: 'Refund error',
    onDone: toastRefund,
  })
}

function toastRefund({ amount, state, error }: Refund): void {
  const money = formatMoney(amount)
  if (state === 'failed') {
    const description = error ?? 'Please try again.'
    toast({ variant: 'destructive', title: 'Refund failed', description })
  } else if (state === 'succeeded') {
    toast({ title: 'Refunded', description: `${money} of this order.` })
  } else {
    const description = `${money} is being refunded. The order will show when it is done.`
    toast({ title: 'Refund on its way', description })
  }
}
