import type { OrderMark } from '#contract/market/commands.ts'
import type { OrderTicks } from '#contract/packing/packing.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import {
  listOrderLines,
  type OrderRow,
  type StandingLine,
} from '#server/features/checkout/order-record.ts'
import { listStanding } from '#server/features/order-balance/gives-and-packs.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { showTicks } from '#server/features/orders/packed-state.ts'
import { lockOrderAndPayment, noSuchOrder } from '#server/features/orders/require-order.ts'
import type { Shop } from '#server/shop.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

/**
 * Records whether an order was handed over, which makes it delivered; no effect if already so.
 * Taking it back undoes all gives so far.
 * @throws Refusal 'not-found', 'order-cancelled'
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
      const message = `Order #${id} was canceled. Please put its goods back.`
      if (order.status === 'cancelled') throw new Refusal('order-cancelled', message)
      const gives = await listStanding(tx, 'give', [id])
      if (!collected) return gives.length === 0 ? [] : [takeBackOf(order, gives)]
      const isSaid = gives.some(({ phone_id }) => phone_id === null)
      return isSaid ? [] : [giveOf(order, await listOrderLines(tx, id))]
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

export function findOrderRow(tx: Db, id: number) {
  return tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
}

export function namedAs({ id, receipt_secret }: OrderRow): OrderMark {
  return { id, mark: orderMarkOf(receipt_secret) }
}

function takeBackOf(order: OrderRow, gives: readonly { id: string }[]): Facts {
  return { kind: 'take-back', order: namedAs(order), gives: gives.map(({ id }) => id) }
}

function giveOf(order: OrderRow, lines: readonly StandingLine[]): Facts {
  const items = lines.map(({ productId, quantity: units }) => ({ productId, units }))
  return { kind: 'give', order: namedAs(order), items }
}
