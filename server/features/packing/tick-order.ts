import { changedFields } from '#contract/changes.ts'
import type { OrderTicks } from '#contract/packing.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import { listGives, voidCommands } from '#server/features/market/voids.ts'
import { type PackedState, unpackedState } from '#server/features/orders/packed-state.ts'
import { noSuchOrder } from '#server/features/orders/require-order.ts'
import type { Shop } from '#server/shop.ts'

type Clock = Pick<Shop, 'db' | 'now'>

/**
 * Says whether an order is packed, and into how many boxes. What stands so already stays as it is,
 * with the time of whoever was first. @throws Refusal 'not-found', 'order-cancelled'
 */
export function setPacked(
  shop: Clock,
  id: number,
  { packed, boxes }: { packed: boolean; boxes?: number | undefined },
): Promise<OrderTicks> {
  const at = shop.now()
  return tick(shop, { id, at }, (order) => ({
    ...(packed ? packedState(order, at) : unpackedState(order)),
    boxes: boxes ?? order.boxes,
  }))
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

/**
 * Says whether an order was handed over; its status stays. A tick stands by itself, whatever the
 * stall says or takes back; taking it back takes back all that the stall has said so far. @throws
 * Refusal 'not-found', 'order-cancelled'
 */
export function setCollected(shop: Clock, id: number, collected: boolean): Promise<OrderTicks> {
  const at = shop.now()
  return tick(shop, { id, at }, async ({ collected_at }, tx) => {
    if (!collected) await takeBackGives(tx, id, at)
    const now = collected ? (collected_at ?? at.toISOString()) : null
    return { collected_at: now, given_at_stall: false }
  })
}

async function takeBackGives(tx: Db, id: number, at: Date): Promise<void> {
  const gives = (await listGives(tx, [id])).map((give) => give.id)
  await voidCommands(tx, gives, { commandId: null, kind: `give/${id}`, at })
}

type TickedRow = Pick<OrderRow, 'status' | 'boxes' | 'packed_at' | 'collected_at'>
type Change = Partial<TickedRow & PackedState & Pick<OrderRow, 'given_at_stall'>>

/** The order is locked before it is looked at, so that of two ticks at once the second finds what the first left. */
function tick(
  { db }: Clock,
  { id, at }: { id: number; at: Date },
  changeOf: (order: OrderRow, tx: Db) => Change | Promise<Change>,
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const order = (await lockOrder(tx, id)) ?? noSuchOrder(id)
    if (order.status === 'cancelled')
      throw new Refusal('order-cancelled', `Order #${id} was cancelled. Please put its goods back.`)
    return applyTick(tx, emit, { order, change: await changeOf(order, tx), at })
  })
}

async function applyTick(
  tx: Db,
  emit: Emit,
  { order, change, at }: { order: OrderRow; change: Change; at: Date },
): Promise<OrderTicks> {
  const [before, after] = [showTicks(order), showTicks({ ...order, ...change })]
  const changed = changedFields(historyOf(before), historyOf(after))
  const isOver = (change.given_at_stall ?? order.given_at_stall) === order.given_at_stall
  if (Object.keys(changed).length === 0 && isOver) return before
  await tx.updateTable('orders').set(change).where('id', '=', order.id).execute()
  const states = { before: changedFields(historyOf(after), historyOf(before)), after: changed }
  await recordChange(tx, { action: 'changed', subject: `order:${order.id}`, ...states }, at)
  emit({ kind: 'orders', orderId: order.id })
  return after
}

function showTicks({ id, status, boxes, packed_at, collected_at }: TickedRow & { id: number }) {
  return { id, status, boxes, packedAt: packed_at, collectedAt: collected_at }
}

function historyOf({ status, boxes, packedAt, collectedAt }: OrderTicks) {
  return { status, boxes, packed: packedAt !== null, collected: collectedAt !== null }
}
