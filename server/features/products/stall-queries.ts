import { sql } from 'kysely'
import { PRODUCT_CATEGORIES } from '#contract/categories.ts'
import type { Db } from '#server/db/tables.ts'

const CATEGORY_RANK = sql<number>`case category ${sql.join(
  PRODUCT_CATEGORIES.map((category, rank) => sql`when ${sql.lit(category)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

/** What is on the stall, category by category, sold-out products last in their own, older ones first. */
export function selectStall(db: Db) {
  return db
    .selectFrom('products')
    .where('archived_at', 'is', null)
    .orderBy(CATEGORY_RANK)
    .orderBy(sql`case when stock > 0 then 0 else 1 end`)
    .orderBy('id')
}

/** What is on the stall, or those of it with these ids, in its order; `price` in cents. */
export async function listStall(db: Db, ids?: readonly number[]) {
  if (ids?.length === 0) return []
  const every = selectStall(db).select([
    'id',
    'name',
    'category',
    'price_cents as price',
    'stock',
    'unit',
    'allergens',
    'created_at',
  ])
  return (ids ? every.where('id', 'in', ids) : every).execute()
}

export type StallProduct = Awaited<ReturnType<typeof listStall>>[number]

/** Names, descriptions and allergens of what is on the stall. */
export async function listStallTexts(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'description', 'category', 'unit', 'allergens'])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
}

export type StallText = Awaited<ReturnType<typeof listStallTexts>>[number]
