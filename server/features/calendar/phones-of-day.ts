import type { Db } from '#server/db/write.ts'

export type PhoneOfDay = Awaited<ReturnType<typeof listUnheardPhones>>[number]

/**
 * Phones that loaded a market day and haven't reported everything since it ended, so may still hold
 * notes from it; `heardAt` is null if it never reported since. Leaves out phones the farmer gave up
 * on.
 */
export async function listUnheardPhones(db: Db, dayIds: readonly number[]) {
  const rows = await db
    .selectFrom('stall_readings')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_readings.phone_id')
    .innerJoin('market_days', 'market_days.id', 'stall_readings.market_day_id')
    .leftJoin('stall_written_off', (join) =>
      join
        .onRef('stall_written_off.phone_id', '=', 'stall_readings.phone_id')
        .onRef('stall_written_off.market_day_id', '=', 'stall_readings.market_day_id'),
    )
    .select(['stall_readings.market_day_id as dayId', 'stall_phones.id', 'stall_phones.label'])
    .select(['stall_phones.heard_at as heardAt', 'stall_phones.waiting', 'stall_phones.lost_at'])
    .where('stall_readings.market_day_id', 'in', dayIds)
    .where('stall_written_off.at', 'is', null)
    .where((row) =>
      row.or([
        row('stall_phones.heard_at', 'is', null),
        row('stall_phones.heard_at', '<=', row.ref('market_days.closes_at')),
        row('stall_phones.waiting', '>', 0),
      ]),
    )
    .orderBy('stall_phones.label')
    .orderBy('stall_phones.id')
    .execute()
  return rows.map(({ lost_at, ...phone }) => ({ ...phone, isLost: lost_at !== null }))
}
