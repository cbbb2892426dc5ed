import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/**
 * The orders that each of some orders is packed together with, by its number: those of its day that
 * were not cancelled, of which the packer said so.
 */
export async function listPackedWith(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { packedWith: number[] }>> {
  if (ids.length === 0) return new Map()
  const pairs = (column: 'id' | 'packed_with') => sql`
    select later.id as id, first.id as other from orders as later
    join orders as first on first.id = later.packed_with and first.status <> 'cancelled'
      and first.market_day_id = later.market_day_id
    where later.status <> 'cancelled' and later.packed_with is not null
      and later.${sql.ref(column)} in (${sql.join(ids)})`
  const { rows } = await sql<{ id: number; other: number }>`
    ${pairs('id')} union ${pairs('packed_with')} order by id`.execute(db)
  const known = new Map<number, { packedWith: number[] }>()
  const join = (id: number, other: number) =>
    known.set(id, { packedWith: [...(known.get(id)?.packedWith ?? []), other] })
  for (const { id, other } of rows) {
    join(id, other)
    join(other, id)
  }
  return known
}
