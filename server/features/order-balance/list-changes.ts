import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

export type ChangeRow = Selectable<Tables['order_changes']> & { lines: ChangeLineRow[] }

type ChangeLineRow = Selectable<Tables['order_change_lines']>

export async function listChanges(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, ChangeRow[]>> {
  if (orderIds.length === 0) return new Map()
  const changes = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('number')
    .execute()
  const ids = changes.map(({ id }) => id)
  const lines = await listLines(db, ids)
  const rows = changes.map((change) => ({ ...change, lines: lines.get(change.id) ?? [] }))
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export async function findChange(db: Db, id: string): Promise<ChangeRow | null> {
  const change = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return change ? { ...change, lines: (await listLines(db, [id])).get(id) ?? [] } : null
}

async function listLines(db: Db, ids: readonly string[]): Promise<Map<string, ChangeLineRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_change_lines')
    .selectAll()
    .where('change_id', 'in', ids)
    .orderBy('product_id')
    .execute()
  return Map.groupBy(rows, ({ change_id }) => change_id)
}
