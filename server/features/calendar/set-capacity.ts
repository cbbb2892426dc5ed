import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { lockDay } from './day-room.ts'

/**
 * Sets a market day's capacity; null means no limit. Locks the day so that every order counts.
 * @throws Refusal 'invalid' when more are taken already
 */
export async function setCapacity(
  tx: Db,
  marketDayId: number,
  capacity: number | null,
): Promise<void> {
  const taken = await lockDay(tx, marketDayId)
  if (capacity !== null && capacity < taken)
    throw new Refusal('invalid', `That day already has ${taken} orders.`, { field: 'capacity' })
  await tx
    .updateTable('market_days')
    .set({ capacity, taken: capacity === null ? 0 : taken })
    .where('id', '=', marketDayId)
    .execute()
}
