import type { Db } from '#server/db/tables.ts'

/** What of a day's truck was not sold yet, by product; of those that the day has one for. */
export async function findLoads(
  db: Db,
  dayId: number | null,
  productIds: readonly number[],
): Promise<Map<number, { unsold: number }>> {
  if (dayId === null || productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('stall_loads')
    .select(['product_id', 'loaded', 'sold'])
    .where('market_day_id', '=', dayId)
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .execute()
  return new Map(
    rows.map(({ product_id, loaded, sold }) => [
      product_id,
      { unsold: Math.max(0, loaded - sold) },
    ]),
  )
}
