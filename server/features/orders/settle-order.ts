import { recordChange } from '#server/core/audit.ts'
import { write } from '#server/db/write.ts'
import type { DbAndClock } from '#server/shop.ts'
import { lockOrderAndPayment } from './order-queries.ts'

/** @throws Refusal 'not-found' */
export async function settleOrder(
  { db, now }: DbAndClock,
  id: number,
  isSettled: boolean,
): Promise<void> {
  await write(db, async (tx, emit) => {
    const at = now()
    const { order } = await lockOrderAndPayment(tx, id, at)
    if ((order.settled_at !== null) === isSettled) return
    const settled_at = isSettled ? at.toISOString() : null
    await tx.updateTable('orders').set({ settled_at }).where('id', '=', id).execute()
    const [before, after] = [{ isSettled: !isSettled }, { isSettled }]
    await recordChange(tx, { action: 'settled', subject: `order:${id}`, before, after }, at)
    emit({ kind: 'orders', orderId: id })
  })
}
