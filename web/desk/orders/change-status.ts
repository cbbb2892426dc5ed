import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangedStatuses, deskOrders } from '#contract/desk-orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { type Order, orders } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { countOrders } from './order-labels.ts'
import { putOrder, refreshOrders } from './orders-query.ts'

const FAILED = 'Error updating order status'

export function useChangeStatus({ onChanged }: { onChanged: (order: Order) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ order, status }: { order: Order; status: OrderStatus }) =>
      call(orders.changeStatus, { params: { id: String(order.id) }, body: { status } }),
    onSuccess: (changed) => {
      toast({ title: 'Order status updated' })
      putOrder(client, changed)
      onChanged(changed)
      // Not waited for: the next status may be chosen while the lists are read again.
      void refreshOrders(client)
    },
    onError: (failure) => {
      toastFailure(FAILED, failure)
    },
  })
}

export function useChangeStatuses({ onAnswered }: { onAnswered: (answer: ChangedStatuses) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { ids: number[]; status: OrderStatus }) => call(deskOrders.changeStatuses, { body: wanted }),
    onSuccess: (answer, { status }) => {
      toastStatusChange(answer, status)
      onAnswered(answer)
      void refreshOrders(client)
    },
    onError: (failure) => {
      toastFailure(FAILED, failure)
      // Without an answer nobody knows how far the shop came.
      void refreshOrders(client)
    },
  })
}

function toastStatusChange({ changed, refused }: ChangedStatuses, status: OrderStatus): void {
  const done = changed.length > 0 ? `${countOrders(changed.length)} now ${status}.` : ''
  const left = `${countOrders(refused.length)} unchanged. `
  if (refused.length === 0) toast({ title: 'Order status updated', description: done })
  else toast({ variant: 'destructive', title: FAILED, description: (left + done).trim() })
}
