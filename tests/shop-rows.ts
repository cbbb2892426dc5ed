import { type Db, write } from '#server/db/write.ts'

/** The stock of a product, by default the first. */
export async function stockOf({ db }: { db: Db }, id = 1): Promise<number> {
  const product = db.selectFrom('products').select('stock').where('id', '=', id)
  return (await product.executeTakeFirstOrThrow()).stock
}

/** The market's day, or another place's. */
export async function dayIdOf(
  { db }: { db: Db },
  day = '2026-11-21',
  placeId = 1,
): Promise<number> {
  const row = db.selectFrom('market_days').select('id').where('day', '=', day)
  return (await row.where('place_id', '=', placeId).executeTakeFirstOrThrow()).id
}

/** Changes a day of the market, as nothing in the shop may. */
export function setDay({ db }: { db: Db }, day: string, set: object): Promise<unknown> {
  return write(db, async (tx) =>
    tx
      .updateTable('market_days')
      .set(set)
      .where('id', '=', await dayIdOf({ db: tx }, day))
      .execute(),
  )
}
