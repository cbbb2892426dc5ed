import { LOW_STOCK } from '#contract/stock.ts'
import type { Db } from '#server/db/tables.ts'

export function countProducts(db: Db): Promise<{ all: number; low: number }> {
  return db
    .selectFrom('products')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('stock', '<=', LOW_STOCK).as('low'),
    ])
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
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
