import type { Db } from '#server/db/write.ts'

/**
 * The number of cash counts before this entry: money a count hasn't seen is reported as late.
 * Counting locks the day, and this waits for it.
 */
export async function countBefore(tx: Db, marketDayId: number): Promise<number> {
  const day = tx.selectFrom('market_days').select('id').where('id', '=', marketDayId)
  await day.forKeyShare().execute()
  const { last } = await tx
    .selectFrom('cash_counts')
    .select((row) => row.fn.max('number').as('last'))
    .where('market_day_id', '=', marketDayId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
