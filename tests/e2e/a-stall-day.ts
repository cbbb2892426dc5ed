import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { aMarketDay, SMALL_DAY } from './a-market-day.ts'
import type { AnOpenShop } from './an-open-shop.ts'

/** A small market day that is open, and opened before the farm store of its date; returns its id. */
export async function aStallDay(shop: Pick<AnOpenShop, 'db'>, orders = SMALL_DAY): Promise<number> {
  const day = await aMarketDay(shop, orders)
  const instant = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
  return write(shop.db, async (tx) => {
    const { id } = await tx
      .selectFrom('market_days')
      .select('id')
      .where('day', '=', day)
      .where('place_id', '=', 1)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('market_days')
      .set({ order_until: instant(-40), opens_at: instant(-9), closes_at: instant(4) })
      .where('id', '=', id)
      .execute()
    return id
  })
}

/** Opens the farm store that day too, with its own box; returns its day's id. */
export function aSecondDay(shop: Pick<AnOpenShop, 'db'>): Promise<number> {
  return write(shop.db, async (tx) => {
    const days = tx.selectFrom('market_days').select(['id', 'day', 'opens_at', 'closes_at'])
    const first = await days.where('id', '=', 1).executeTakeFirstOrThrow()
    const { id } = await days
      .where('day', '=', first.day)
      .where('place_id', '=', 2)
      .executeTakeFirstOrThrow()
    const { opens_at, closes_at } = first
    const hours = { order_until: opens_at, opens_at, closes_at }
    await tx.updateTable('market_days').set(hours).where('id', '=', id).execute()
    await tx
      .updateTable('orders')
      .set({ market_day_id: id, pickup_location: 'farm_store' })
      .where('id', '=', 2)
      .execute()
    return id
  })
}
