import type { OrderTicks } from '#contract/packing/packing.ts'
import type { Db } from '#server/db/write.ts'
import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'
import { undoPacks } from '#server/features/order-balance/gives-and-packs.ts'

type PackedState = Pick<OrderRow, 'status' | 'packed_at' | 'processed_by_packing'>

function unpackedState({ status, processed_by_packing }: PackedState): PackedState {
  const isByPacking = processed_by_packing && status === 'processing'
  return {
    status: isByPacking ? 'pending' : status,
    packed_at: null,
    processed_by_packing: false,
  }
}

export function showTicks(order: OrderRow): OrderTicks {
  const { id, status, boxes, packed_at, collected_at } = order
  return { id, status, boxes, packedAt: packed_at, collectedAt: collected_at }
}

export async function unpackChangedOrder(tx: Db, order: OrderRow, at: Date): Promise<void> {
  if (!isPackedHere(order)) return
  await undoPacks(tx, order.id, at)
  await tx.updateTable('orders').set(unpackedState(order)).where('id', '=', order.id).execute()
}

export function newsOfGoods(order: OrderRow, haveChanged: boolean) {
  const unpacked = haveChanged && isPackedHere(order) ? { isUnpacked: true as const } : {}
  return { kind: 'orders', orderId: order.id, ...unpacked } as const
}

function isPackedHere(order: OrderRow): boolean {
  return order.packed_at !== null && !hasLeft(order)
}
