import type { Db } from '#server/db/write.ts'

/** Against counts, closing and phone commands; take it before any other lock of the day. */
export async function lockStallDay(tx: Db, market_day_id: number): Promise<void> {
  await tx
    .insertInto('stall_days')
    .values({ market_day_id })
    .onConflict((known) => known.doNothing())
    .execute()
  await tx
    .selectFrom('stall_days')
    .select('market_day_id')
    .where('market_day_id', '=', market_day_id)
    .forUpdate()
    .execute()
}
