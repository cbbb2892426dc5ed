import type { Db } from '#server/db/tables.ts'
import { soldOutForDay } from './day-refusals.ts'
import { type LimitedLine, listLimits } from './day-room.ts'
import { requireDay } from './find-day.ts'

/**
 * Refuses lines that were just written down for a day which takes fewer. @throws Refusal 'sold-out'
 */
export async function requireUnderLimit(
  tx: Db,
  dayId: number,
  lines: readonly LimitedLine[],
): Promise<void> {
  if (lines.length === 0) return
  const limits = await listLimits(tx, [dayId], lines)
  const over = limits.find(({ most, taken }) => taken > most)
  const line = lines.find(({ productId }) => productId === over?.product_id)
  if (!over || !line) return
  const left = Math.max(0, over.most - over.taken + line.quantity)
  throw soldOutForDay({ name: line.name, left }, await requireDay(tx, dayId), undefined)
}
