import { sql } from 'kysely'
import {
  type DayLimitChange,
  LIMIT_FIELDS,
  type ProductLimits,
  type ProductLimitsChange,
} from '#contract/calendar/limits.ts'
import { keysOf } from '#contract/changed-fields.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import type { DbAndClock } from '#server/shop.ts'
import { lockCalendar } from './calendar-queries.ts'
import { changeOfDay, requireDay } from './choose-day.ts'
import { listOutOfSeason } from './day-room.ts'
import { type Day, type LimitRule, limitOf, lockDays, mostOf } from './fill-days.ts'

async function listRules(db: Db, productId: number): Promise<LimitRule[]> {
  const rules = db.selectFrom('product_limits').select(['weekday', 'most'])
  return rules.where('product_id', '=', productId).orderBy('weekday').execute()
}

/**
 * Sets a product's limits from its rules, from a day on; days with their own number keep it. The
 * caller has locked calendar and product; the days are locked here so no order is missed.
 */
async function applyRules(tx: Db, productId: number, from: string): Promise<void> {
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

/** Sets a day's own number; null returns it to the product's rules. Same locks as above. */
async function setLimitOfDay(
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
  return new Map(rows.flatMap(({ market_day_id: id, units }) => (id ? [[id, units]] : [])))
}

/**
 * Marks whether checkout must look at the product's limits and season, which days from `from` on
 * have.
 */
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

/** @throws Refusal 'not-found' */
export async function showProductLimits(db: Db, productId: number): Promise<ProductLimits> {
  await requireProduct(db, productId)
  return toLimits(await listRules(db, productId))
}

/**
 * Changes coming days' limits; with `base`, only what differs. Days with their own number keep it,
 * and existing orders stand. @throws Refusal 'not-found', 'changed-meanwhile'
 */
export function changeProductLimits(
  { db, now }: DbAndClock,
  productId: number,
  { base, id: claimed, ...fields }: ProductLimitsChange,
): Promise<ProductLimits> {
  refuseOtherId(claimed, productId)
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const name = await lockProduct(tx, productId)
    const before = toLimits(await listRules(tx, productId))
    const changed = mergeChange<typeof fields>(fields, {
      base,
      stored: before,
      labels: labelsOf(LIMIT_FIELDS),
    })
    await storeRules(tx, productId, { before, changed })
    const today = await readToday(tx, now())
    await applyRules(tx, productId, today)
    const after = toLimits(await listRules(tx, productId))
    const change = { action: 'changed', subject: `product:${productId}` } as const
    const states = { before: { name, ...before }, after: { name, ...after } }
    await recordChange(tx, { ...change, ...states }, now())
    emit({ kind: 'products', productIds: [productId] })
    return after
  })
}

/** Overrides the product's limit. @throws Refusal 'not-found', 'invalid', 'changed-meanwhile' */
export function changeDayLimit(
  { db, now }: DbAndClock,
  dayId: number,
  { productId, base, most }: DayLimitChange,
) {
  return write(db, async (tx, emit) => {
    const name = await lockProduct(tx, productId)
    const day = await requireDay(tx, dayId)
    if (day.closes_at <= now().toISOString())
      throw new Refusal('invalid', `${formatFullDay(day.day)} is over.`)
    const before = await mostOfDay(tx, dayId, productId)
    const labels = { most: { name: 'number' } }
    const changed = mergeChange({ most }, { base, stored: before, labels })
    if (changed.most !== undefined) await setLimitOfDay(tx, { day, productId, most: changed.most })
    const after = await mostOfDay(tx, dayId, productId)
    const ofProduct = { before: { ...before, product: name }, after: { ...after, product: name } }
    await recordChange(tx, changeOfDay(day, { action: 'limited', ...ofProduct }), now())
    emit({ kind: 'products', productIds: [productId] })
    return { productId, ...after }
  })
}

/** What a day has left of limited products; 0 when out of season. @throws Refusal 'not-found' */
export async function listLeft(db: Db, dayId: number) {
  const { day } = await requireDay(db, dayId)
  const out = await listOutOfSeason(db, day)
  const limits = db.selectFrom('day_limits').selectAll().where('market_day_id', '=', dayId)
  const left = (await limits.orderBy('product_id').execute()).map(
    ({ product_id, most, taken }) => ({
      productId: product_id,
      left: Math.max(0, most - taken),
    }),
  )
  return [
    ...left.filter(({ productId }) => !out.includes(productId)),
    ...out.map((productId) => ({ productId, left: 0 })),
  ]
}

function toLimits(rules: readonly LimitRule[]): ProductLimits {
  const most = (weekday: number) => rules.find((rule) => rule.weekday === weekday)?.most ?? null
  return {
    eachDay: most(0),
    monday: most(1),
    tuesday: most(2),
    wednesday: most(3),
    thursday: most(4),
    friday: most(5),
    saturday: most(6),
    sunday: most(7),
  }
}

type Rules = { before: ProductLimits; changed: Omit<ProductLimitsChange, 'base' | 'id'> }

async function storeRules(tx: Db, product_id: number, { before, changed }: Rules): Promise<void> {
  const rules = keysOf(LIMIT_FIELDS).flatMap((field, weekday) => {
    const most = changed[field] === undefined ? before[field] : changed[field]
    return most === null ? [] : [{ product_id, weekday, most }]
  })
  await tx.deleteFrom('product_limits').where('product_id', '=', product_id).execute()
  if (rules.length > 0) await tx.insertInto('product_limits').values(rules).execute()
}

async function mostOfDay(db: Db, dayId: number, productId: number) {
  const row = db.selectFrom('day_limits').select('most').where('market_day_id', '=', dayId)
  const limit = await row.where('product_id', '=', productId).executeTakeFirst()
  return { most: limit?.most ?? null }
}

/** Returns the product's name. @throws Refusal 'not-found' */
async function lockProduct(tx: Db, id: number): Promise<string> {
  const row = tx.selectFrom('products').select('name').where('id', '=', id)
  const product = await row.where('deleted_at', 'is', null).forUpdate().executeTakeFirst()
  return product?.name ?? noSuch(`product #${id}`)
}

async function requireProduct(db: Db, id: number): Promise<void> {
  const row = db.selectFrom('products').select('id').where('id', '=', id)
  if (!(await row.where('deleted_at', 'is', null).executeTakeFirst())) noSuch(`product #${id}`)
}
