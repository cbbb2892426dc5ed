import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { lockDay } from './day-room.ts'

/**
 * Sets at most how many orders a market day takes; null for any number. The day is locked, so that every order counts.
 * @throws Refusal 'invalid' where more are taken already
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
