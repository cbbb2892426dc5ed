import { changedFields } from '#contract/changes.ts'
import type { OrderTicks } from '#contract/packing.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import { type PackedState, showTicks, unpackedState } from '#server/features/orders/packed-state.ts'
import { noSuchOrder } from '#server/features/orders/require-order.ts'
import type { Shop } from '#server/shop.ts'

/**
 * Says whether an order is packed, and into how many boxes. What stands so already stays as it is,
 * with the time of whoever was first. @throws Refusal 'not-found', 'order-cancelled'
 */
export function setPacked(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  { packed, boxes }: { packed: boolean; boxes?: number | undefined },
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const at = now()
    const order = (await lockOrder(tx, id)) ?? noSuchOrder(id)
    if (order.status === 'cancelled') throw cancelled(id)
    const state = packed ? packedState(order, at) : unpackedState(order)
    const change = { ...state, boxes: boxes ?? order.boxes }
    const [before, after] = [showTicks(order), showTicks({ ...order, ...change })]
    const changed = changedFields(historyOf(before), historyOf(after))
    if (Object.keys(changed).length === 0) return before
    await tx.updateTable('orders').set(change).where('id', '=', id).execute()
    const states = { before: changedFields(historyOf(after), historyOf(before)), after: changed }
    await recordChange(tx, { action: 'changed', subject: `order:${id}`, ...states }, at)
    emit({ kind: 'orders', orderId: id })
    return after
  })
}

function cancelled(id: number): Refusal {
  return new Refusal('order-cancelled', `Order #${id} was cancelled. Please put its goods back.`)
}

/** A pending order is being processed from now on, and packing is what set it so. */
function packedState(order: OrderRow, at: Date): PackedState {
  const { status, packed_at, processed_by_packing } = order
  if (packed_at !== null) return { status, packed_at, processed_by_packing }
  const isPending = status === 'pending'
  return {
    status: isPending ? 'processing' : status,
    packed_at: at.toISOString(),
    processed_by_packing: isPending,
  }
}

function historyOf({ status, boxes, packedAt }: OrderTicks) {
  return { status, boxes, packed: packedAt !== null }
}
