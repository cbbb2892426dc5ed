import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import { type Day, type LimitRule, limitOf, lockDays, mostOf } from './fill-days.ts'

export async function listRules(db: Db, productId: number): Promise<LimitRule[]> {
  const rules = db.selectFrom('product_limits').select(['weekday', 'most'])
  return rules.where('product_id', '=', productId).orderBy('weekday').execute()
}

/**
 * Gives the days from one on the limits that a product's rules ask for, but for those with a number
 * of their own. The caller has locked the calendar and the product; the days are locked here, so
 * that every order counts.
 */
export async function applyRules(tx: Db, productId: number, from: string): Promise<void> {
  const rules = await listRules(tx, productId)
  const days = await tx
    .selectFrom('market_days')
    .select(['id', 'day'])
    .where('day', '>=', from)
    .execute()
  await lockDays(tx, days)
  const isToCome = sql<boolean>`market_day_id in (select id from market_days where day >= ${from})`
  const rows = tx.deleteFrom('day_limits').where('product_id', '=', productId)
  await rows.where('by_hand', '=', false).where(isToCome).execute()
  const standing = await countStanding(tx, productId, days)
  const limits = days.flatMap(({ id, day }) => {
    const most = mostOf(rules, day)
    return most === null ? [] : [{ ...limitOf(id, productId, most), taken: standing.get(id) ?? 0 }]
  })
  if (limits.length > 0)
    await tx
      .insertInto('day_limits')
      .values(limits)
      .onConflict((exists) => exists.columns(['market_day_id', 'product_id']).doNothing())
      .execute()
  await flagLimited(tx, productId, from)
}

/** Sets a day's own number, or with null gives it back to the product's rules; locked as above. */
export async function setLimitOfDay(
  tx: Db,
  { day, productId, most }: { day: Day; productId: number; most: number | null },
): Promise<void> {
  await lockDays(tx, [day])
  const rows = tx.deleteFrom('day_limits').where('market_day_id', '=', day.id)
  await rows.where('product_id', '=', productId).execute()
  const chosen = most ?? mostOf(await listRules(tx, productId), day.day)
  if (chosen !== null) {
    const taken = (await countStanding(tx, productId, [day])).get(day.id) ?? 0
    const limit = { ...limitOf(day.id, productId, chosen), by_hand: most !== null, taken }
    await tx.insertInto('day_limits').values(limit).execute()
  }
  await flagLimited(tx, productId, day.day)
}

async function countStanding(
  tx: Db,
  productId: number,
  days: readonly Day[],
): Promise<Map<number, number>> {
  if (days.length === 0) return new Map()
  const rows = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['market_day_id', sql<number>`sum(${STANDING_UNITS})`.as('units')])
    .where('product_id', '=', productId)
    .where('status', '!=', 'cancelled')
    .where(
      'market_day_id',
      'in',
      days.map(({ id }) => id),
    )
    .groupBy('market_day_id')
    .execute()
  return new Map(rows.flatMap(({ market_day_id: id, units }) => (id ? [[id, Number(units)]] : [])))
}

/** Whether a checkout asks at all for limits and season of the product, which days from `from` on have. */
export async function flagLimited(tx: Db, productId: number, from: string): Promise<void> {
  const isLimited = sql<boolean>`season_from is not null
    or exists (select 1 from product_limits where product_id = ${productId})
    or exists (select 1 from day_limits join market_days on market_days.id = market_day_id
      where product_id = ${productId} and day >= ${from})`
  await tx
    .updateTable('products')
    .set({ day_limited: isLimited })
    .where('id', '=', productId)
    .execute()
}
