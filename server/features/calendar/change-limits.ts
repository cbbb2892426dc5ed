import {
  type DayLimitChange,
  LIMIT_FIELDS,
  type ProductLimits,
  type ProductLimitsChange,
} from '#contract/calendar/limits.ts'
import { keysOf } from '#contract/changed-fields.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { lockCalendar } from './calendar-queries.ts'
import { requireDay } from './choose-day.ts'
import { changeOfDay } from './day-history.ts'
import { listOutOfSeason } from './day-room.ts'
import type { LimitRule } from './fill-days.ts'
import { applyRules, listRules, setLimitOfDay } from './set-limits.ts'

type DbAndClock = Pick<Shop, 'db' | 'now'>

/** At most how many of a product each market day takes. @throws Refusal 'not-found' */
export async function showProductLimits(db: Db, productId: number): Promise<ProductLimits> {
  await requireProduct(db, productId)
  return toLimits(await listRules(db, productId))
}

/**
 * Changes at most how many of a product days to come take, or with `base` what differs from it.
 * Days with a number of their own keep it; what is ordered already stays ordered.
 * @throws Refusal 'not-found', 'changed-meanwhile'
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
    const today = farmDayOf(now().toISOString(), await readTimeZone(tx)).toString()
    await applyRules(tx, productId, today)
    const after = toLimits(await listRules(tx, productId))
    const change = { action: 'changed', subject: `product:${productId}` } as const
    const [was, is] = [before, after].map((limits) => ({ name, ...limits }))
    await recordChange(tx, { ...change, before: was ?? null, after: is ?? null }, now())
    emit({ kind: 'products', productIds: [productId] })
    return after
  })
}

/**
 * Sets at most how many of a product one day takes, whatever the product says of all days.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
 */
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

/**
 * What one open day still takes of products that it takes so many of, and none of what is out of season.
 * @throws Refusal 'not-found' */
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
    ...{ eachDay: most(0), monday: most(1), tuesday: most(2), wednesday: most(3) },
    ...{ thursday: most(4), friday: most(5), saturday: most(6), sunday: most(7) },
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

/** Answers its name. @throws Refusal 'not-found' */
async function lockProduct(tx: Db, id: number): Promise<string> {
  const row = tx.selectFrom('products').select('name').where('id', '=', id)
  const product = await row.where('deleted_at', 'is', null).forUpdate().executeTakeFirst()
  return product?.name ?? noSuch(`product #${id}`)
}

async function requireProduct(db: Db, id: number): Promise<void> {
  const row = db.selectFrom('products').select('id').where('id', '=', id)
  if (!(await row.where('deleted_at', 'is', null).executeTakeFirst())) noSuch(`product #${id}`)
}
