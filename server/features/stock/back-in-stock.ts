import { sql } from 'kysely'
import type { Db } from '#server/db/write.ts'

export async function listBackSince(db: Db, since: Date): Promise<ReadonlySet<number>> {
  const first = await firstMovementSince(db, since)
  const moved = db
    .selectFrom('stock_movements')
    .where('id', '>=', first)
    .select(['product_id', 'delta', 'reason'])
    // The sum of this and later movements; current stock minus it is what was there before. An
    // expression, since the product index would scan movements of all years.
    .select(sql<number>`sum(delta) over (partition by product_id + 0 order by id desc)`.as('since'))
  const rows = await db
    .selectFrom(moved.as('moved'))
    .innerJoin('products', 'products.id', 'moved.product_id')
    .select('moved.product_id')
    .distinct()
    .where('moved.delta', '>', 0)
    .where('moved.reason', '!=', 'start')
    .where('products.stock', '>', 0)
    .whereRef('products.stock', '<=', 'moved.since')
    .execute()
  return new Set(rows.map(({ product_id }) => product_id))
}

/** Binary search, since IDs grow with time but no index has the time: some twenty short reads. */
async function firstMovementSince(db: Db, since: Date): Promise<number> {
  const at = since.toISOString()
  const from = (id: number) =>
    db
      .selectFrom('stock_movements')
      .select(['id', 'at'])
      .where('id', '>=', id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  const last = db.selectFrom('stock_movements').select((row) => row.fn.max('id').as('id'))
  let [low, high] = [1, ((await last.executeTakeFirst())?.id ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await from(middle)
    if (row && row.at < at) low = middle + 1
    else high = middle
  }
  return low
}
