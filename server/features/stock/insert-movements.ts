import type { Insertable } from 'kysely'
import { currentCaller } from '#server/core/caller.ts'
import type { StockMovementsTable } from '#server/db/tables/products.ts'
import type { Db } from '#server/db/tables.ts'

export type Movement = Omit<Insertable<StockMovementsTable>, 'device' | 'address' | 'person_id'>

/** Writes movements down with who is at the desk. Every one of them goes this way. */
export function insertMovements(tx: Db, movements: readonly Movement[]) {
  const { device = null, address = null, person } = currentCaller() ?? {}
  const by = { device, address, person_id: person?.id ?? null }
  const rows = movements.map((movement) => ({ ...movement, ...by }))
  return tx.insertInto('stock_movements').values(rows)
}
