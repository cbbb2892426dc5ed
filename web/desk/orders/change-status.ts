import { useQueryClient } from '@tanstack/react-query'
import { type ChangedStatuses, deskOrders, MAX_CHANGES } from '#contract/orders/desk-orders.ts'
import { foundOrderEndpoints } from '#contract/orders/found-orders.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { type Order, orders } from '#contract/orders/orders.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/request.ts'
import { type ToastText, toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import { useOrderChange } from './order-change.ts'
import { putOrder, refreshOrders } from './orders-query.ts'

export const STATUS_FAILED = 'Error updating order status'

/** `others`: what was added to it, and changes with it. */
type BoxStatus = {
  order: Order
  others?: readonly number[]
  status: OrderStatus
  goods?: Goods
}

export function useChangeStatus(onChanged: (status: OrderStatus) => void) {
  const client = useQueryClient()
  return useOrderChange({
    send: setBoxStatus,
    failed: STATUS_FAILED,
    onAnswered: (_, { order, others = [], status }) => {
      const ids = [order.id, ...others]
      const action = undoOf(ids, status, () => refreshOrders(client))
      toast({ title: 'Order status updated', ...action })
      for (const id of ids) putOrder(client, { id, status })
      onChanged(status)
    },
  })
}

/** @throws ApiFailure unless every order in the box changed */
export async function setBoxStatus({ order, others = [], ...body }: BoxStatus): Promise<void> {
  if (others.length === 0) {
    await call(orders.changeStatus, { params: { id: String(order.id) }, body })
    return
  }
  const ids = [order.id, ...others]
  const reopening = order.status === 'cancelled' ? { mayReopen: true } : {}
  const all = { ids, ...body, ...reopening }
  const { refused } = await call(deskOrders.changeStatuses, { body: all })
  const [first] = refused
  if (first) {
    const message = `#${first.id}: ${first.message}`
    throw new ApiFailure(409, { code: 'change-impossible', message })
  }
}

export async function inChunks(
  ids: readonly number[],
  send: (some: number[]) => Promise<ChangedStatuses>,
): Promise<ChangedStatuses> {
  const all: ChangedStatuses = { changed: [], refused: [] }
  for (let from = 0; from < ids.length; from += MAX_CHANGES) {
    const { changed, refused } = await send(ids.slice(from, from + MAX_CHANGES))
    all.changed.push(...changed)
    all.refused.push(...refused)
  }
  return all
}

/** No undo for a cancellation: its refund or email is already gone. */
export function undoOf(
  ids: readonly number[],
  status: OrderStatus,
  onUndone: () => Promise<void>,
): Pick<ToastText, 'action'> {
  if (status === 'cancelled' || ids.length === 0) return {}
  return { action: { label: 'Undo', run: () => void undo(ids, status, onUndone) } }
}

const FAILED = 'Not undone'

async function undo(
  ids: readonly number[],
  status: OrderStatus,
  onUndone: () => Promise<void>,
): Promise<void> {
  try {
    const sendUndo = (some: number[]) =>
      call(foundOrderEndpoints.undoStatus, { body: { ids: some, status } })
    toastUndone(await inChunks(ids, sendUndo))
  } catch (failure) {
    toastFailure(FAILED, failure)
  }
  await onUndone()
}

function toastUndone({ changed, refused }: ChangedStatuses): void {
  const many = changed.length === 1 ? '1 order is' : `${changed.length} orders are`
  const done = changed.length > 0 ? `${many} as before.` : ''
  const [first] = refused
  if (!first) toast({ title: 'Undone', description: done })
  else {
    const others = refused.length > 1 ? ` And ${refused.length - 1} more.` : ''
    const description = `${first.message}${others} ${done}`.trim()
    toast({ variant: 'destructive', title: FAILED, description })
  }
}
