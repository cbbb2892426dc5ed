import type { Db } from '#server/db/tables.ts'

/** A line of a product of which days take at most so many. */
export type LimitedLine = { productId: number; name: string; quantity: number }

/** What a day cannot give: the first line it has too few of, and how many it has. */
export type ShortLine = { name: string; left: number }

/** What is short on each of some days that cannot give all the lines. */
export async function findShortDays(
  db: Db,
  days: readonly { id: number }[],
  lines: readonly LimitedLine[],
): Promise<Map<number, ShortLine>> {
  const short = new Map<number, ShortLine>()
  if (days.length === 0 || lines.length === 0) return short
  const limits = await listLimits(
    db,
    days.map(({ id }) => id),
    lines,
  )
  for (const { market_day_id: id, product_id, most, taken } of limits) {
    const line = lines.find(({ productId }) => productId === product_id)
    const left = Math.max(0, most - taken)
    if (line && left < line.quantity && !short.has(id)) short.set(id, { name: line.name, left })
  }
  return short
}

/** Whether a day has more of some products on it than it takes. */
export async function isOverLimit(
  db: Db,
  day: { id: number },
  lines: readonly LimitedLine[],
): Promise<boolean> {
  if (lines.length === 0) return false
  return (await listLimits(db, [day.id], lines)).some(({ most, taken }) => taken > most)
}

export function listLimits(db: Db, dayIds: readonly number[], lines: readonly LimitedLine[]) {
  return db
    .selectFrom('day_limits')
    .selectAll()
    .where('market_day_id', 'in', dayIds)
    .where(
      'product_id',
      'in',
      lines.map(({ productId }) => productId),
    )
    .orderBy('product_id')
    .execute()
}
