import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'

/** Ticks off an order that could not be kept; the history keeps that there was one, and not whose. Done twice, it is done. */
export async function forgetMissedOrder(db: Db, id: string, now: Date): Promise<void> {
  await write(db, async (tx) => {
    const row = tx.deleteFrom('missed_orders').where('payment_id', '=', id).returning('at')
    const gone = await row.executeTakeFirst()
    if (!gone) return
    await recordChange(tx, { action: 'deleted', subject: `missed:${id}`, before: { at: gone.at }, after: null }, now)
  })
}
