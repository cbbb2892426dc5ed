import type { Insertable } from 'kysely'
import { currentCaller } from '#server/core/caller.ts'
import { prepared } from '#server/db/prepared.ts'
import type { StockMovementsTable } from '#server/db/tables/products.ts'
import type { Db } from '#server/db/tables.ts'

export type Movement = Omit<Insertable<StockMovementsTable>, 'device' | 'address' | 'person_id'>

/** Writes movements down with who is at the desk. Every one of them goes this way, or the next. */
export async function insertMovements(tx: Db, movements: readonly Movement[]): Promise<void> {
  await insertRows(tx, movements.map(byCaller))
}

/** A movement whose command made none before; null where it did. */
export async function insertMovementOnce(tx: Db, movement: Movement & { command_id: string }) {
  const made = tx.insertInto('stock_movements').values(byCaller(movement))
  const row = made.onConflict((known) => known.doNothing()).returningAll()
  return (await row.executeTakeFirst()) ?? null
}

const insertRows = prepared((tx, rows: Insertable<StockMovementsTable>[]) =>
  tx.insertInto('stock_movements').values(rows),
)

function byCaller(movement: Movement): Insertable<StockMovementsTable> {
  const { device = null, address = null, person } = currentCaller() ?? {}
  return { ...movement, device, address, person_id: person?.id ?? null }
}
