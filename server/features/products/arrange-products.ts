import { recordChange } from '#server/core/audit.ts'
import { noSuch } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { SORT_POSITION } from './product-queries.ts'

/**
 * Rearranges products within the positions they hold together, no two the same; all others stay.
 * @throws Refusal 'not-found' if one was deleted meanwhile
 */
export function arrangeProducts(db: Db, ids: readonly number[], at: Date): Promise<void> {
  return write(db, async (tx, emit) => {
    const rows = await tx
      .selectFrom('products')
      .select(['id', SORT_POSITION.as('place')])
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute()
    const now = new Map(rows.map(({ id, place }) => [id, place]))
    const gone = ids.find((id) => !now.has(id))
    if (gone !== undefined) noSuch(`product #${gone}`)
    const places = [...now.values()].sort((one, other) => one - other)
    const moved = ids.flatMap((id, index) => {
      const place = places[index] ?? id
      return now.get(id) === place ? [] : [{ id, place }]
    })
    for (const { id, place: sort_position } of moved.sort((one, other) => one.id - other.id))
      await tx.updateTable('products').set({ sort_position }).where('id', '=', id).execute()
    if (moved.length === 0) return
    const after = { moved: moved.map(({ id }) => `#${id}`) }
    await recordChange(tx, { action: 'arranged', subject: 'products', after }, at)
    emit({ kind: 'products', productIds: moved.map(({ id }) => id) })
  })
}
