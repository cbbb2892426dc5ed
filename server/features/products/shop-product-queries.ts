import { sql } from 'kysely'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import type { Db } from '#server/db/tables.ts'
import { leftOfDays } from '#server/features/calendar/left-of-days.ts'

const CATEGORY_RANK = sql<number>`case category ${sql.join(
  PRODUCT_CATEGORIES.map((category, rank) => sql`when ${sql.lit(category)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

/** Where the farmer put it; what was never moved stands by its age. */
export const SHELF_PLACE = sql<number>`coalesce(stall_place, id)`

/** Category by category, sold-out products last in their own, and as the farmer ordered them. */
export function selectInOrder(db: Db) {
  return db
    .selectFrom('products')
    .orderBy(CATEGORY_RANK)
    .orderBy(sql`case when stock > 0 then 0 else 1 end`)
    .orderBy(SHELF_PLACE)
}

export function selectShopProducts(db: Db) {
  return selectInOrder(db).where('archived_at', 'is', null)
}

/**
 * What is in the shop, or those of it with these ids, in its order; `price` in cents, `stock` what
 * one order can get, `off` the season that no day to order for is in.
 */
export async function listShopProducts(db: Db, at: Date, ids?: readonly number[]) {
  if (ids?.length === 0) return []
  const every = selectShopProducts(db).select([
    'id',
    'name',
    'category',
    'price_cents as price',
    'stock',
    'unit',
    'allergens',
    'created_at',
    'day_limited',
    'season_from',
    'season_until',
  ])
  const rows = await (ids ? every.where('id', 'in', ids) : every).execute()
  const limited = rows.filter(({ day_limited }) => day_limited).map(({ id }) => id)
  const left = await leftOfDays(db, limited, at)
  return rows.map(({ day_limited: _, season_from: __, season_until: ___, ...row }) => {
    const { units = row.stock, off = null } = left.get(row.id) ?? {}
    return { ...row, stock: Math.min(row.stock, units), off }
  })
}

export type ShopProduct = Awaited<ReturnType<typeof listShopProducts>>[number]

export async function listProductTexts(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'description', 'category', 'unit', 'allergens'])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type ProductText = Awaited<ReturnType<typeof listProductTexts>>[number]
