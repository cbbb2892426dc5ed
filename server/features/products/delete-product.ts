import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { lockProduct, removeProductRow, updateProductRow, wasOrdered } from './product-queries.ts'
import { requireProduct } from './require-product.ts'

/** Removes a product; one that was ordered is archived, so that its orders keep their lines. @throws Refusal 'not-found' */
export function deleteProduct(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx, tell) => {
    await lockProduct(tx, id)
    const before = await requireProduct(tx, id)
    const ordered = await wasOrdered(tx, id)
    if (ordered) await updateProductRow(tx, id, { archived_at: now.toISOString() })
    else await removeProductRow(tx, id)
    await recordChange(
      tx,
      { action: ordered ? 'archived' : 'deleted', subject: `product:${id}`, before, after: null },
      now,
    )
    tell({ kind: 'products', productIds: [id] })
  })
}
