import type { Db } from '#server/db/write.ts'
import { requireDay } from './choose-day.ts'
import { type LimitedLine, listLimits, soldOutForDay } from './day-room.ts'

/** Refuses just-saved lines that exceed a day's limit. @throws Refusal 'sold-out' */
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
