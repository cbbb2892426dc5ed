import type { OrderTicks } from '#contract/packing/packing.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { listOrderLines, lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import { listStanding } from '#server/features/order-balance/gives-and-packs.ts'
import { showTicks } from '#server/features/orders/packed-state.ts'
import { lockOrderAndPayment, noSuchOrder } from '#server/features/orders/require-order.ts'
import type { Shop } from '#server/shop.ts'
import { findOrderRow, namedAs } from './hand-out.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

type Packed = { packed: boolean; boxes?: number | undefined }

/**
 * Records whether an order is packed, and in how many boxes. What already stands keeps the time of
 * whoever was first.
 * @throws Refusal 'not-found', 'order-cancelled'
 */
export function setPacked(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  said: Packed,
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const at = now()
    const { market_day_id: marketDayId } = (await findOrderRow(tx, id)) ?? noSuchOrder(id)
    const factsOf = async () => {
      const { order } = await lockOrderAndPayment(tx, id, at)
      const message = `Order #${id} was canceled. Please put its goods back.`
      if (order.status === 'cancelled') throw new Refusal('order-cancelled', message)
      return said.packed ? packsOf(tx, order, said.boxes) : unpacksOf(tx, order)
    }
    await writeAtDesk(tx, emit, {
      id: crypto.randomUUID(),
      said: { id, ...said },
      marketDayId,
      at,
      factsOf,
    })
    if (!said.packed && said.boxes !== undefined)
      await setBoxes(tx, emit, { id, boxes: said.boxes, at })
    return showTicks((await findOrderRow(tx, id)) ?? noSuchOrder(id))
  })
}

/** The desk's entry stands next to a phone's; a different number of boxes replaces all others. */
async function packsOf(tx: Db, order: OrderRow, boxes: number | undefined): Promise<Facts[]> {
  const packs = await listStanding(tx, 'pack', [order.id])
  const isSaid = packs.some(({ phone_id }) => phone_id === null)
  if (isSaid && (boxes ?? order.boxes) === order.boxes) return []
  const lines = await listOrderLines(tx, order.id)
  const items = lines.map(({ productId, quantity: units }) => ({ productId, units }))
  const pack = { kind: 'pack', order: namedAs(order), boxes: boxes ?? order.boxes, items } as const
  return boxes !== undefined && boxes < order.boxes && packs.length > 0
    ? [pack, unpackOf(order, packs)]
    : [pack]
}

async function unpacksOf(tx: Db, order: OrderRow): Promise<Facts[]> {
  if (order.packed_at === null) return []
  return [unpackOf(order, await listStanding(tx, 'pack', [order.id]))]
}

function unpackOf(order: OrderRow, packs: readonly { id: string }[]): Facts {
  return { kind: 'unpack', order: namedAs(order), packs: packs.map(({ id }) => id) }
}

type Boxes = { id: number; boxes: number; at: Date }

async function setBoxes(tx: Db, emit: Emit, { id, boxes, at }: Boxes): Promise<void> {
  const order = await lockOrder(tx, id)
  if (!order || order.boxes === boxes) return
  await tx.updateTable('orders').set({ boxes }).where('id', '=', id).execute()
  const states = { before: { boxes: order.boxes }, after: { boxes } }
  await recordChange(tx, { action: 'changed', subject: `order:${id}`, ...states }, at)
  emit({ kind: 'orders', orderId: id })
}
