import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

export type ChangeRow = Selectable<Tables['order_changes']> & { lines: ChangeLineRow[] }

type ChangeLineRow = Selectable<Tables['order_change_lines']>

export async function listChanges(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, ChangeRow[]>> {
  const changes = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('number')
    .execute()
  if (changes.length === 0) return new Map()
  const ids = changes.map(({ id }) => id)
  const lines = await db
    .selectFrom('order_change_lines')
    .selectAll()
    .where('change_id', 'in', ids)
    .orderBy('product_id')
    .execute()
  const linesOf = Map.groupBy(lines, ({ change_id }) => change_id)
  const rows = changes.map((change) => ({ ...change, lines: linesOf.get(change.id) ?? [] }))
  return Map.groupBy(rows, ({ order_id }) => order_id)
}
