import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { findForSale } from '#server/features/products/product-queries.ts'

type WaiterRow = Selectable<Tables['waiters']>

export type Wait = Pick<WaiterRow, 'id' | 'email' | 'state'> & {
  product: { id: number; name: string; isGone: boolean }
}

export function selectWaits(db: Db) {
  return db.selectFrom('waiters').innerJoin('products', 'products.id', 'waiters.product_id')
}

/** By its link: null if asked before `since` and never answered. */
export async function findWait(
  db: Db,
  key: { id: number } | { secretHash: string; since: string },
): Promise<Wait | null> {
  const columns = selectWaits(db)
    .select(['waiters.id', 'waiters.email', 'waiters.state'])
    .select(['products.id as productId', 'name', 'deleted_at'])
  const found = await ('id' in key
    ? columns.where('waiters.id', '=', key.id)
    : columns
        .where('secret_hash', '=', key.secretHash)
        .where((row) => row.or([row('state', '=', 'waiting'), row('asked_at', '>', key.since)]))
  ).executeTakeFirst()
  if (!found) return null
  const { productId, name, deleted_at, ...waiter } = found
  return { ...waiter, product: { id: productId, name, isGone: deleted_at !== null } }
}

export async function isForSale(db: Db, { id }: { id: number }, at: Date): Promise<boolean> {
  const [product] = await findForSale(db, [id], at)
  return product !== undefined && product.stock > 0
}

export async function deleteMailbox(tx: Db, mailbox: string): Promise<void> {
  await tx.deleteFrom('waiters').where('mailbox', '=', mailbox).execute()
}

export async function countWaiting(db: Db): Promise<{ productId: number; waiting: number }[]> {
  return db
    .selectFrom('waiters')
    .select((row) => ['product_id as productId', row.fn.countAll<number>().as('waiting')])
    .where('state', '=', 'waiting')
    .groupBy('product_id')
    .orderBy('product_id')
    .execute()
}
