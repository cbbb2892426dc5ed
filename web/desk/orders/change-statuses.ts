import { useQueryClient } from '@tanstack/react-query'
import { type ChangedStatuses, deskOrders, MAX_CHANGES } from '#contract/desk-orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { call } from '#web/api/call.ts'
import { toast } from '#web/ui/toast-store.ts'
import { useOrderChange } from './order-change.ts'
import { countOrders } from './order-labels.ts'
import { refreshOrders, STATUS_FAILED } from './orders-query.ts'
import { undoOf } from './undo-status.ts'

/** `missing`: those whose goods do not go back in stock when they are cancelled. */
type ManyStatuses = { ids: number[]; status: OrderStatus; missing?: readonly number[] }

export function useChangeStatuses(onAnswered: (answer: ChangedStatuses) => void) {
  const client = useQueryClient()
  return useOrderChange({
    send: sendStatuses,
    failed: STATUS_FAILED,
    onAnswered: (answer, { status }) => {
      toastStatusChange(answer, status, () => refreshOrders(client))
      onAnswered(answer)
    },
  })
}

async function sendStatuses({ ids, status, missing = [] }: ManyStatuses): Promise<ChangedStatuses> {
  const all: ChangedStatuses = { changed: [], refused: [] }
  const lost = status === 'cancelled' ? ids.filter((id) => missing.includes(id)) : []
  const remaining = ids.filter((id) => !lost.includes(id))
  const send = async (some: number[], more: { goods?: 'missing' }) => {
    for (let from = 0; from < some.length; from += MAX_CHANGES) {
      const body = { ids: some.slice(from, from + MAX_CHANGES), status, ...more }
      const { changed, refused } = await call(deskOrders.changeStatuses, { body })
      all.changed.push(...changed)
      all.refused.push(...refused)
    }
  }
  await send(remaining, {})
  await send(lost, { goods: 'missing' })
  return all
}

function toastStatusChange(
  { changed, refused }: ChangedStatuses,
  status: OrderStatus,
  onUndone: () => Promise<void>,
): void {
  const action = undoOf(changed, status, onUndone)
  const done = changed.length > 0 ? `${countOrders(changed.length)} now ${status}.` : ''
  const left = `${countOrders(refused.length)} unchanged. `
  if (refused.length === 0) toast({ title: 'Order status updated', description: done, ...action })
  else
    toast({
      variant: 'destructive',
      title: STATUS_FAILED,
      description: (left + done).trim(),
      ...action,
    })
}
