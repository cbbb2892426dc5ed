import type { DeletedProduct } from '#contract/desk-products.ts'
import { toDollars } from '#contract/money.ts'
import type { DeskProduct } from '#contract/products.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireProduct } from './edit-product.ts'
import { lockProduct } from './product-queries.ts'

export async function listDeleted(db: Db): Promise<DeletedProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'price_cents', 'stock', 'image_url', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ price_cents, image_url, deleted_at, ...same }) => ({
    ...same,
    price: toDollars(price_cents),
    imageUrl: image_url,
    deletedAt: deleted_at ?? '',
  }))
}

/**
 * Brings a deleted product back as it was, with its number and all that hangs on it: picture,
 * history, journal, recipe, orders. @throws Refusal 'not-found' where it was not deleted
 */
export function restoreProduct(
  db: Db,
  { id, hidden = false }: { id: number; hidden?: boolean | undefined },
  now: Date,
): Promise<DeskProduct> {
  return write(db, async (tx, emit) => {
    await lockProduct(tx, id)
    const back = await tx
      .updateTable('products')
      .set((row) => ({
        deleted_at: null,
        archived_at: hidden ? row.ref('archived_at') : null,
        updated_at: now.toISOString(),
      }))
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    if (back.numUpdatedRows === 0n)
      throw new Refusal('not-found', `There is no deleted product #${id}.`)
    const after = await requireProduct(tx, id)
    await recordChange(
      tx,
      { action: 'restored', subject: `product:${id}`, before: null, after },
      now,
    )
    emit({ kind: 'products', productIds: [id] })
    return after
  })
}
