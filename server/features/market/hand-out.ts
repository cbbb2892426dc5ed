import type { OrderTicks } from '#contract/packing.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { listOrderLines, type OrderRow } from '#server/features/checkout/order-record.ts'
import { showTicks } from '#server/features/orders/packed-state.ts'
import { lockOrderAndPayment, noSuchOrder } from '#server/features/orders/require-order.ts'
import { orderMarkOf } from '#server/features/standing/order-mark.ts'
import { listGives } from '#server/features/standing/voids.ts'
import type { Shop } from '#server/shop.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

/**
 * Says whether an order was handed over, which makes it delivered; what stands so already stays as it is. Taking it
 * back takes back all gives so far. @throws Refusal 'not-found', 'order-cancelled'
 */
export function setCollected(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  collected: boolean,
): Promise<OrderTicks> {
  return write(db, async (tx, emit) => {
    const at = now()
    const { market_day_id: marketDayId } = (await findOrderRow(tx, id)) ?? noSuchOrder(id)
    const factsOf = async () => {
      const { order } = await lockOrderAndPayment(tx, id, at)
      const message = `Order #${id} was cancelled. Please put its goods back.`
      if (order.status === 'cancelled') throw new Refusal('order-cancelled', message)
      const gives = await listGives(tx, [id])
      // What the desk says stands beside what a phone says, which may be taken back there.
      const stands = collected
        ? gives.some(({ phone_id }) => phone_id === null)
        : gives.length === 0
      return stands ? [] : [await factOf(tx, order, collected)]
    }
    await writeAtDesk(tx, emit, {
      id: crypto.randomUUID(),
      said: { id, collected },
      marketDayId,
      at,
      factsOf,
    })
    return showTicks((await findOrderRow(tx, id)) ?? noSuchOrder(id))
  })
}

function findOrderRow(tx: Db, id: number) {
  return tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

async function factOf(tx: Db, order: OrderRow, collected: boolean): Promise<Facts> {
  const its = { order: { id: order.id, mark: orderMarkOf(order.receipt_secret) } }
  if (!collected)
    return {
      kind: 'take-back',
      ...its,
      gives: (await listGives(tx, [order.id])).map(({ id }) => id),
    }
  const lines = await listOrderLines(tx, order.id)
  const items = lines.map(({ productId, quantity: units }) => ({ productId, units }))
  return { kind: 'give', ...its, items }
}
