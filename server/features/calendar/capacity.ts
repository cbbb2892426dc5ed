import { sql } from 'kysely'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/db/tables.ts'

/** Ordering that began in time may be finished this much later, in milliseconds. */
export const GRACE = 30 * 60_000

type Outcome = 'taken' | 'full' | 'closed'

/**
 * Takes room on a market day for an order that was just inserted. Reading the day after the insert
 * is what counts: whoever sets a capacity locks the day, which waits for orders that refer to it,
 * and counts them after.
 */
export async function takeRoom(tx: Db, marketDayId: number): Promise<Outcome> {
  const [day] = (await selectRoom(tx, { marketDayId })).rows
  if (day?.state !== 'open') return 'closed'
  if (day.capacity === null) return 'taken'
  const taken = await tx
    .updateTable('market_days')
    .set({ taken: sql`taken + 1` })
    .where('id', '=', marketDayId)
    .where('state', '=', 'open')
    .whereRef('taken', '<', 'capacity')
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n ? 'taken' : 'full'
}

const selectRoom = prepared((tx, { marketDayId }: { marketDayId: number }) =>
  tx.selectFrom('market_days').select(['state', 'capacity']).where('id', '=', marketDayId),
)

/**
 * Gives the room of an order back that is cancelled, or leaves the day. The row is written where any
 * number may order as well: whoever sets a capacity at that moment waits, and counts what stands.
 */
export async function leaveRoom(tx: Db, marketDayId: number | null): Promise<void> {
  if (marketDayId === null) return
  await tx
    .updateTable('market_days')
    .set({ taken: sql`case when capacity is null then taken else taken - 1 end` })
    .where('id', '=', marketDayId)
    .execute()
}

/**
 * Takes room by the farmer's own deed, which makes room where there is none; written in any case, as
 * above.
 */
export async function makeRoomFor(tx: Db, marketDayId: number | null): Promise<void> {
  if (marketDayId === null) return
  await tx
    .updateTable('market_days')
    .set({
      taken: sql`case when capacity is null then taken else taken + 1 end`,
      capacity: sql`case when capacity < taken + 1 then taken + 1 else capacity end`,
    })
    .where('id', '=', marketDayId)
    .execute()
}

/**
 * Locks a day against new orders until the transaction ends; answers how many of its orders are not
 * cancelled.
 */
export async function lockDay(tx: Db, marketDayId: number): Promise<number> {
  await tx
    .selectFrom('market_days')
    .select('id')
    .where('id', '=', marketDayId)
    .forUpdate()
    .executeTakeFirst()
  return countOrders(tx, marketDayId)
}

export async function countOrders(db: Db, marketDayId: number): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('orders'))
    .where('market_day_id', '=', marketDayId)
    .where('status', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  return Number(orders)
}
