import { type Db, write } from '#server/db/write.ts'

/** Made by hand, 9 to noon on the farm in winter, ordered for until it opens; returns its id. */
export function insertMarketDay(
  db: Db,
  { day, placeId, state = 'open' }: { day: string; placeId: number; state?: 'open' | 'closed' },
): Promise<number> {
  const opens_at = `${day}T16:00:00.000Z`
  const instants = { opens_at, closes_at: `${day}T19:00:00.000Z`, order_until: opens_at }
  const made = { capacity: null, rule_id: null, by_hand: true, state }
  const hours = { opens: '09:00', closes: '12:00' }
  return write(db, async (tx) => {
    const row = { place_id: placeId, day, ...hours, ...instants, ...made }
    const inserted = tx.insertInto('market_days').values(row).returning('id')
    return (await inserted.executeTakeFirstOrThrow()).id
  })
}
