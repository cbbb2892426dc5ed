import type { ChangedStatuses } from '#contract/orders/desk-orders.ts'
import { MAX_CHANGES } from '#contract/orders/desk-orders.ts'
import { foundOrderEndpoints } from '#contract/orders/found-orders.ts'
import type { OrderStatus } from '#contract/orders/order-status.ts'
import { call } from '#web/api/call.ts'
import { type ToastText, toast } from '#web/ui/toast-store.ts'
import { toastFailure } from '../shared/toast-failure.ts'

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
    toastUndone(await sendUndo(ids, status))
  } catch (failure) {
    toastFailure(FAILED, failure)
  }
  await onUndone()
}

async function sendUndo(ids: readonly number[], status: OrderStatus): Promise<ChangedStatuses> {
  const all: ChangedStatuses = { changed: [], refused: [] }
  for (let from = 0; from < ids.length; from += MAX_CHANGES) {
    const body = { ids: ids.slice(from, from + MAX_CHANGES), status }
    const { changed, refused } = await call(foundOrderEndpoints.undoStatus, { body })
    all.changed.push(...changed)
    all.refused.push(...refused)
  }
  return all
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
