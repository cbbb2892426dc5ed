import type { Engine } from '#server/db/column-words.ts'
import { raiseCounters, readCounters } from '#server/db/id-counters.ts'
import type { Db } from '#server/db/tables.ts'

const ORDERS = { name: 'orders', counter: 'id' }

/** More orders than a farm takes between two backups. */
const SKIPPED = 1000

/** The highest order number that a shop ever gave; 0 for none. */
export async function lastOrderNumber(db: Db, engine: Engine): Promise<number> {
  return (await readCounters(db, engine, [ORDERS])).orders ?? 0
}

/**
 * Lets a restored shop go on above every number that buyers may hold: those the shop before it gave, and those that were given
 * after the backup where that shop is gone. Answers the number of the next order.
 */
export async function skipOrderNumbers(tx: Db, engine: Engine, formerLast: number): Promise<number> {
  const last = Math.max(await lastOrderNumber(tx, engine), formerLast)
  const orders = (Math.floor(last / SKIPPED) + 1) * SKIPPED + SKIPPED
  await raiseCounters(tx, engine, [ORDERS], { orders })
  return orders + 1
}
