import { sql } from 'kysely'
import { LOW_STOCK } from '#contract/stock.ts'
import type { Db } from '#server/db/tables.ts'

export async function countProducts(db: Db): Promise<{ all: number; low: number }> {
  const row = await db
    .selectFrom('products')
    .select((row) => [
      row.fn.countAll<number>().as('n'),
      sql<number>`count(case when stock <= ${LOW_STOCK} then 1 end)`.as('low'),
    ])
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { all: Number(row.n), low: Number(row.low) }
}

export function readLowStock(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('archived_at', 'is', null)
    .where('stock', '<=', LOW_STOCK)
    .orderBy('stock')
    .orderBy('name')
    .execute()
}
