import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastFailure } from '../shared/toast-failure.ts'
import { refreshOrders } from './orders-query.ts'

type OrderChange<Sent, Answer> = {
  send: (sent: Sent) => Promise<Answer>
  failed: string
  onAnswered: (answer: Answer, sent: Sent) => void
}

/** Refetches the orders in any case: without an answer, nobody knows how far the shop got. */
export function useOrderChange<Sent, Answer>({
  send,
  failed,
  onAnswered,
}: OrderChange<Sent, Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onAnswered,
    onError: (failure) => toastFailure(failed, failure),
    onSettled: () => void refreshOrders(client),
  })
}
